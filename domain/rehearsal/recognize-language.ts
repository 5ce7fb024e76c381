/** Words that are frequent in one of the languages, and in none of the others. */
const FREQUENT: Readonly<Record<string, string>> = {
  en: "the and you is are your this that with have what which thank would could please of for we can will how my it was not to there",
  de: "der und ist sie ich nicht wir ihr ihre ihnen das mit auf f\u00fcr ein eine einen haben danke bitte welche welcher wann k\u00f6nnen m\u00f6chten hier vielen dank sind noch uns",
  es: "el los las y usted su es una que gracias por favor puede qu\u00e9 cu\u00e1ndo d\u00f3nde para con est\u00e1 tiene quiere muchas le nos del hola adi\u00f3s",
  fr: "le les et vous votre est une que merci pour avec dans quel quelle quand o\u00f9 pouvez voulez nous je suis bonjour revoir il vous pla\u00eet avez du au",
};
const LANGUAGES = Object.entries(FREQUENT).map(([language, words]) => ({ language, words: new Set(words.split(" ")) }));
/** Fewer frequent words tell nothing: a name or a title may be of any language. */
const FEWEST_WORDS = 4;

/** Tells in which of a few languages a text is written; null: it is short, mixed, or of another language. */
export const recognizeLanguage = (text: string): string | null => {
  const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(({ language, words }) => ({
    language,
    count: spoken.filter((word) => words.has(word)).length,
  })).sort((one, other) => other.count - one.count);
  const [first, second] = counts;
  return first && second && first.count >= FEWEST_WORDS && first.count > 2 * second.count ? first.language : null;
};
