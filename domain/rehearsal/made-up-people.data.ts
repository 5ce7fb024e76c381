/** Names that stand for people who were called; nobody has such a surname. */
export const MADE_UP_GIVEN_NAMES = [
  "Alex",
  "Kim",
  "Sam",
  "Noa",
  "Luca",
  "Mika",
  "Toni",
  "Sasha",
  "Charlie",
  "Nikita",
  "Jona",
  "Andrea",
] as const;
export const MADE_UP_SURNAMES = ["Example", "Sample", "Muster", "Ejemplo", "Exemple", "Specimen", "Modell"] as const;

/** Ranges that are kept for examples, by calling code: numbers in them belong to nobody. `digits` follow the beginning. */
export const EXAMPLE_RANGES: readonly { code: string; begins: string; digits: number }[] = [
  // North America: 555-0100 to 555-0199 of every area.
  { code: "1", begins: "20255501", digits: 2 },
  // Ofcom: 020 7946 0000 to 0999.
  { code: "44", begins: "2079460", digits: 3 },
  // Bundesnetzagentur: 030 23125 000 to 999.
  { code: "49", begins: "3023125", digits: 3 },
  // Arcep: 01 99 00 0000 to 9999.
  { code: "33", begins: "199000", digits: 3 },
  // ACMA: 02 5550 0000 to 9999.
  { code: "61", begins: "255500", digits: 3 },
];

/** Given names that are words too; written small, they are the word. */
export const AMBIGUOUS_NAMES: ReadonlySet<string> = new Set(
  "art august bill chance chase dawn dean drew faith frank grace grant guy hope jack jade joy june mark may miles pat pepper ray rich rob rose ruby sky star sue summer sunny will wolf young king long best day good hall hill price rice stone street west white wood woods".split(
    " ",
  ),
);

/** Words before which a person says their name; what follows in small letters is a name only after the first kind. */
export const INTRODUCTIONS =
  /(?<!\p{L})(?:my name(?:'s| is)|mein name ist|ich hei(?:\u00dfe|sse)|me llamo|mi nombre es|je m'appelle|mon nom est|mera naam)\s+/giu;
export const WEAK_INTRODUCTIONS =
  /(?<!\p{L})(?:this is|i am|i'm|here is|hier ist|hier spricht|ich bin|soy|habla|c'est|je suis|ici)\s+/giu;

/** Words that follow an introduction and are no name. */
export const NO_NAMES: ReadonlySet<string> = new Set(
  "a an the not no on in at my your his her their correct right wrong here there sorry just it that this what and or der die das ein eine nicht kein auf in mein dein el la un una no le une pas".split(
    " ",
  ),
);

/** Words of digits, as they are said one by one. */
export const SPOKEN_DIGITS: ReadonlySet<string> = new Set(
  "zero oh one two three four five six seven eight nine double triple null eins zwei zwo drei vier f\u00fcnf sechs sieben acht neun cero uno dos tres cuatro cinco seis siete ocho nueve z\u00e9ro un deux trois quatre cinq sept huit neuf".split(
    " ",
  ),
);
