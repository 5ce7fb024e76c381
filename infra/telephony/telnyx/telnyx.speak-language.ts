import { AMAZON_LANGUAGES } from "../polly-voices.ts";

/** The languages of `speak`; any other fails the whole command. */
const LANGUAGES = [
  "arb",
  "cmn-CN",
  "cy-GB",
  "da-DK",
  "de-DE",
  "en-US",
  "en-AU",
  "en-GB",
  "en-GB-WLS",
  "en-IN",
  "es-ES",
  "es-MX",
  "es-US",
  "fr-FR",
  "fr-CA",
  "hi-IN",
  "is-IS",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nb-NO",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "ro-RO",
  "ru-RU",
  "sv-SE",
  "tr-TR",
] as const;

/** Returns the language itself, else another country's, else American English. */
export const toSpeakLanguage = (tag: string): (typeof LANGUAGES)[number] => {
  const wanted = tag.toLowerCase();
  const [base = ""] = wanted.split("-");
  const name = AMAZON_LANGUAGES[base] ?? base;
  return (
    LANGUAGES.find((each) => each.toLowerCase() === wanted) ??
    LANGUAGES.find((each) => each.toLowerCase().split("-")[0] === name) ??
    "en-US"
  );
};
