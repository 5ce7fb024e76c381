/** The provider whose models run on this machine: the default where an organization has configured none. */
export const LOCAL_SPEECH = "local";

/** The names of its models, as usage and pages show them. */
export const LOCAL_MODELS = { stt: "moonshine-tiny", tts: "piper-en-us-joe" } as const;

/** The one language that the local model hears, and the one of its natural voice. */
const ENGLISH = "en";

/** The languages that espeak-ng speaks, beside English: by its own voice. */
const SPOKEN = new Set(
  (
    "af am an ar as az ba be bg bn bs ca cs cv cy da de el eo es et eu fa fi fo fr ga gd gn gu he hi hr ht hu hy ia id " +
    "is it ja ka kk kn ko ku ky la lb lt lv mi mk ml mr ms mt my nb ne nl no or pa pl pt ro ru sd si sk sl sq sr sv sw ta " +
    "te th tk tn tr tt ug uk ur uz vi zh"
  ).split(" "),
);

/** Voices of espeak-ng whose names differ from the language's. */
const VOICES_BY_TAG: Readonly<Record<string, string>> = {
  "pt-br": "pt-br",
  "es-419": "es-419",
  "es-mx": "es-419",
  "fr-be": "fr-be",
  "fr-ch": "fr-ch",
  no: "nb",
  zh: "cmn",
  "zh-hk": "yue",
};

const languageOf = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? "";

/** Tells whether the natural voice speaks a language. */
export const hasNaturalVoice = (tag: string): boolean => languageOf(tag) === ENGLISH;

/** Returns the name of espeak-ng's voice for a language; null: it has none. */
export const findEspeakVoice = (tag: string): string | null => {
  const language = languageOf(tag);
  if (language === ENGLISH) return "en-us";
  if (!SPOKEN.has(language)) return null;
  return VOICES_BY_TAG[tag.toLowerCase()] ?? VOICES_BY_TAG[language] ?? language;
};

/** Returns why the local models cannot hear, or speak, a language; null: they can. */
export const findLocalSpeechProblem = (part: "stt" | "tts", tag: string): string | null => {
  if (part === "stt" && languageOf(tag) !== ENGLISH)
    return `The local model hears English only, not ${tag}: set a model of another provider for stt.`;
  if (part === "tts" && findEspeakVoice(tag) === null)
    return `No local voice speaks ${tag}: set a model of another provider for tts.`;
  return null;
};
