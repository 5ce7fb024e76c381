import { foldWords, HEARD_LANGUAGES, type HeardLanguage } from "./fold-words.ts";

/** Words that are in most sentences of one language and in few of the others; they say nothing about its subject. */
const FUNCTION_WORDS: Readonly<Record<Exclude<HeardLanguage, "hi">, ReadonlySet<string>>> = {
  en: setOf(
    "a an the is are was be been you your yours what what's who how can could would do does did have has had i i'm i'd i'll it it's this that these there and or but with for please want need me my of to in on at from by not if so as where when why which about any some will should may get tell does please",
  ),
  de: setOf(
    "der die das den dem des ein eine einen einem einer ist sind bist war sein du sie ihr ihnen dir dich wir uns ich bin mir mich mein meine dein deine was wer wie wo wann warum welche welcher welches kann kannst können könnte muss darf soll will möchte wird werden hat hast haben habe und oder aber mit für bitte von zu zum zur auf im in am um an aus bei nach über es man denn mal auch nicht kein keine hier da so gibt etwas geht gehen jetzt",
  ),
  es: setOf(
    "el la los las un una unos es son eres ser qué que quién cómo cuál dónde cuándo puede puedes puedo quiero yo me mi tu su y o con para por favor de del al en no se lo le hay tiene",
  ),
  fr: setOf(
    "le la les un une des du de au aux est sont es tu vous je j'ai me mon ma votre vos que qui quoi comment où quand pourquoi quel quelle peut peux pouvez puis et ou avec pour en dans sur ne pas ce c'est s'il il y",
  ),
};
/** Words that a question is the same without, in any language. */
const FILLERS = setOf(
  "hi hello hey so okay ok well actually really just please thing things hallo moin denn eigentlich überhaupt alles also echt eben mal bitte hola pues bueno bonjour alors donc euh um uh ähm äh",
);
/** One of these alone tells the language. */
const TELLING: Readonly<Record<Exclude<HeardLanguage, "hi">, ReadonlySet<string>>> = {
  en: setOf("hello thanks thank goodbye bye yes tomorrow appointment today morning speak talk help"),
  de: setOf(
    "hallo danke tschüss wiedersehen wiederhören guten tag ja nein morgen heute termin sprechen reden deutsch erzähl hilfe stopp genau uhr mensch menschen moin servus",
  ),
  es: setOf("hola gracias adiós sí mañana hoy cita buenos buenas hablar ayuda español lunes"),
  fr: setOf("bonjour merci oui non demain aujourd'hui rendez parler aide français revoir salut"),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map(foldWords));
}

const DEVANAGARI = /\p{Script=Devanagari}/u;
const UMLAUTS = /[äöüß]/i;
/** So much speaks for another language before the one in force is left. */
const ENOUGH = 2;

/** Returns the language that words are in, or null where they do not tell. */
export const guessLanguage = (text: string): HeardLanguage | null => {
  if (DEVANAGARI.test(text)) return "hi";
  const words = foldWords(text).match(/[\p{L}']+/gu) ?? [];
  const scored = HEARD_LANGUAGES.flatMap((language) =>
    language === "hi" ? [] : [{ language, score: scoreOf(words, language) + bonusOf(text, language) }],
  );
  const [best, second] = scored.sort((one, other) => other.score - one.score);
  return best && best.score >= ENOUGH && best.score > (second?.score ?? 0) ? best.language : null;
};

const bonusOf = (text: string, language: HeardLanguage): number =>
  (language === "de" && UMLAUTS.test(text)) || (language === "es" && /[¿¡ñ]/.test(text)) ? 1 : 0;

const scoreOf = (words: readonly string[], language: Exclude<HeardLanguage, "hi">): number =>
  words.filter((word) => FUNCTION_WORDS[language].has(word)).length +
  ENOUGH * words.filter((word) => TELLING[language].has(word)).length;

/** Tells whether a folded word is in every sentence of a language, whatever the sentence is about. */
export const isFunctionWord = (word: string): boolean =>
  FILLERS.has(word) || Object.values(FUNCTION_WORDS).some((words) => words.has(word));

/** Returns a question without greetings and fillers; words that are nothing else stay as they are. */
export const dropFillers = (text: string): string => {
  const kept = text.split(/\s+/).filter((word) => !FILLERS.has(foldWords(word.replaceAll(/[.,;:!?]/g, ""))));
  return kept.length === 0 ? text : kept.join(" ");
};
