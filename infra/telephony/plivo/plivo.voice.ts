const DEFAULT_LANGUAGE = "en-US";

/** What Plivo's own voices speak; any other language makes it end the call. The first of a tongue serves its other countries. */
const SPOKEN = [
  "da-DK",
  "de-DE",
  "en-US",
  "en-AU",
  "en-GB",
  "es-US",
  "es-ES",
  "fr-FR",
  "fr-CA",
  "it-IT",
  "nl-NL",
  "pl-PL",
  "pt-PT",
  "pt-BR",
  "ru-RU",
  "sv-SE",
];

/** Spoken by voices of Amazon Polly that Plivo names in its documentation. */
const SPOKEN_BY_POLLY: Readonly<Record<string, string>> = { "hi-IN": "Polly.Aditi", "en-IN": "Polly.Raveena" };

export interface Voice {
  language: string;
  /** Absent: Plivo's own. */
  voice?: string;
}

/** The voice for a BCP 47 tag: the language itself, else another country's, else American English. */
export const voiceFor = (language: string): Voice => {
  const wanted = language.toLowerCase();
  const isWanted = (tag: string) => tag.toLowerCase() === wanted;
  const polly = Object.entries(SPOKEN_BY_POLLY).find(([tag]) => isWanted(tag));
  if (polly) return { language: polly[0], voice: polly[1] };
  const own = SPOKEN.find(isWanted);
  const sameTongue = SPOKEN.find((tag) => tag.slice(0, 2) === wanted.split("-")[0]);
  return { language: own ?? sameTongue ?? DEFAULT_LANGUAGE };
};

/** What speech recognition is told; it knows many more languages than the voices do. */
export const heardLanguage = (language: string): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : DEFAULT_LANGUAGE;
