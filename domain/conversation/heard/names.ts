import { type HeardLanguage, MOST_READ_CHARACTERS } from "./fold-words.ts";

interface NameWords {
  /** After these a name follows, however it is written. */
  telling: string;
  /** After these one may follow: only words with a capital letter are taken for one. */
  vague: string;
  /** What ends a name. */
  after: string;
}

const WORDS: Readonly<Record<HeardLanguage, NameWords>> = {
  en: {
    telling:
      "my name(?: is|'s)|the name(?: is|'s)|name's|(?:i am|i'm) called|under the name(?: of)?|in the name of|call me",
    vague: "i am|i'm|this is|it is|it's|here is|for",
    after: "and|please|at|on|for|from|speaking|here|i|the|a|tomorrow|today|next|with|is|but|to|by",
  },
  de: {
    telling: "mein name (?:ist|lautet)|ich hei(?:ß|ss)e|der name ist|auf den namen|unter dem namen|nennen sie mich",
    vague: "ich bin|hier ist|hier spricht|für|es ist|das ist",
    after: "und|bitte|am|um|für|von|aus|ich|der|die|das|morgen|heute|mit|aber|im|zu",
  },
  es: {
    telling: "me llamo|mi nombre es|a nombre de|el nombre es",
    vague: "soy|habla|para|es",
    after: "y|por|a|el|la|los|de la|mañana|hoy|con|pero|para|en",
  },
  fr: {
    telling: "je m'appelle|mon nom est|au nom de|le nom est",
    vague: "je suis|c'est|ici|pour",
    after: "et|s'il|à|le|la|pour|demain|aujourd'hui|avec|mais|mardi|en",
  },
  hi: { telling: "मेरा नाम|नाम", vague: "मैं", after: "है|हूँ|हूं|और|से|के|को|जी|कल|आज" },
};

/** Answers that are no names, and words that sentences begin with. */
const NEVER = new Set(
  [
    "yes no yeah okay ok hello hi hey sorry thanks thank you please what who when where why how i not sure fine good interested calling looking just here there that this it monday tuesday wednesday thursday friday saturday sunday tomorrow today stop bye goodbye nothing right correct",
    "ja nein doch hallo danke bitte was wer wann wo warum wie ich nicht gut richtig genau stimmt falsch montag dienstag mittwoch donnerstag freitag samstag sonntag morgen heute übermorgen stopp tschüss nichts moment interessiert",
    "sí si no hola gracias por favor qué quién cuándo lunes martes miércoles jueves viernes sábado domingo mañana hoy adiós correcto vale",
    "oui non bonjour merci quoi qui quand lundi mardi mercredi jeudi vendredi samedi dimanche demain aujourd'hui stop exact d'accord",
    "हाँ हां नहीं नमस्ते धन्यवाद क्या कौन कब आज कल सही ठीक जी",
  ]
    .join(" ")
    .split(" "),
);

const MOST_WORDS = 3;
const NAME_WORD = /^[\p{L}\p{M}][\p{L}\p{M}'’.-]*$/u;

/**
 * Returns the name that somebody tells ("my name is Ada Lovelace", "auf den Namen Klein"), or null. Where they were just asked
 * for it, a short answer is the name itself.
 */
export const readName = (
  text: string,
  { language, isAsked = false }: { language: HeardLanguage; isAsked?: boolean },
): string | null => {
  const said = text.slice(0, MOST_READ_CHARACTERS).replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();
  const { telling, vague, after } = WORDS[language];
  return (
    nameAfter(said, telling, { after, isCapital: false }) ??
    nameAfter(said, vague, { after, isCapital: true }) ??
    (isAsked ? shortAnswer(said, after) : null)
  );
};

const nameAfter = (
  said: string,
  before: string,
  { after, isCapital }: { after: string; isCapital: boolean },
): string | null => {
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}])(?:${before}) (?<rest>[^,;!?।]{1,120})`, "giu");
  const names = [...said.matchAll(pattern)].flatMap(({ groups = {} }) => {
    const name = takeName(groups["rest"] ?? "", { after, isCapital });
    return name === null ? [] : [name];
  });
  return names.at(-1) ?? null;
};

const takeName = (rest: string, { after, isCapital }: { after: string; isCapital: boolean }): string | null => {
  const ends = new Set(after.split("|"));
  const taken: string[] = [];
  for (const word of rest.split(" ").slice(0, MOST_WORDS)) {
    const bare = word.replace(/[.]+$/, "");
    const isEnd = ends.has(bare.toLowerCase()) || NEVER.has(bare.toLowerCase()) || !NAME_WORD.test(bare);
    if (isEnd || (isCapital && !/^\p{Lu}/u.test(bare))) break;
    taken.push(bare);
    if (bare !== word && bare.length > 2) break;
  }
  return taken.length === 0 ? null : taken.map(beginWithCapital).join(" ");
};

const shortAnswer = (said: string, after: string): string | null => {
  const bare = said
    .replaceAll(/[.,;!?।]+/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();
  const words = bare.split(" ");
  if (bare === "" || words.length > MOST_WORDS) return null;
  const name = takeName(bare, { after, isCapital: false });
  return name !== null && name.split(" ").length === words.length ? name : null;
};

/** Recognition writes names small; the first letter may be of two halves. */
const beginWithCapital = ([first = "", ...rest]: string): string => [first.toUpperCase(), ...rest].join("");
