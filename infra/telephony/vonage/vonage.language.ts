/** Languages of Vonage's voices, the default of each first. */
const SPOKEN = [
  ...["ar", "ca-ES", "cmn-CN", "cmn-TW", "cs-CZ", "cy-GB", "da-DK", "de-DE", "el-GR", "en-US", "en-GB", "en-AU"],
  ...["en-GB-WLS", "en-IN", "en-ZA", "es-ES", "es-MX", "es-US", "eu-ES", "fi-FI", "fil-PH", "fr-FR", "fr-CA", "he-IL"],
  ...["hi-IN", "hu-HU", "id-ID", "is-IS", "it-IT", "ja-JP", "ko-KR", "nb-NO", "nl-NL", "no-NO", "pl-PL", "pt-PT"],
  ...["pt-BR", "ro-RO", "ru-RU", "sk-SK", "sv-SE", "th-TH", "tr-TR", "uk-UA", "vi-VN", "yue-CN"],
];
const DEFAULT = "en-US";

/** Vonage has its own codes for Chinese. */
const toVonage = (language: string): string => language.replace(/^zh-hk$/i, "yue-CN").replace(/^zh(?=-|$)/i, "cmn");

/**
 * Returns the voice's language: the requested one, else another country's, else English. An unsupported one would end
 * the call.
 */
export const findSpokenLanguage = (bcp47: string): string => {
  const wanted = toVonage(bcp47.trim()).toLowerCase();
  const tongue = wanted.split("-")[0];
  const exact = SPOKEN.find((each) => each.toLowerCase() === wanted);
  return exact ?? SPOKEN.find((each) => each.toLowerCase().split("-")[0] === tongue) ?? DEFAULT;
};

/** Tells whether Vonage has a voice of the language, of any country. */
export const isSpoken = (bcp47: string): boolean =>
  findSpokenLanguage(bcp47) !== DEFAULT || bcp47.trim().toLowerCase().split("-")[0] === "en";

/** The recognition's codes for Chinese and Arabic, which differ from the voices'. */
const HEARD: Readonly<Record<string, string>> = { "cmn-CN": "cmn-Hans-CN", "cmn-TW": "cmn-Hant-TW", ar: "ar-SA" };

/** Returns the language for recognition, which supports more than the voices do. */
export const chooseHeardLanguage = (bcp47: string): string => {
  const spoken = findSpokenLanguage(bcp47);
  if (/^[a-z]{2,3}-[A-Z]{2}$/.test(bcp47) && !bcp47.startsWith("zh")) return HEARD[bcp47] ?? bcp47;
  return HEARD[spoken] ?? spoken;
};
