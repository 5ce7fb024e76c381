/** Languages that Vonage speaks, the usual one of each first. */
const SPOKEN = [
  ...["ar", "ca-ES", "cmn-CN", "cmn-TW", "cs-CZ", "cy-GB", "da-DK", "de-DE", "el-GR", "en-US", "en-GB", "en-AU"],
  ...["en-GB-WLS", "en-IN", "en-ZA", "es-ES", "es-MX", "es-US", "eu-ES", "fi-FI", "fil-PH", "fr-FR", "fr-CA", "he-IL"],
  ...["hi-IN", "hu-HU", "id-ID", "is-IS", "it-IT", "ja-JP", "ko-KR", "nb-NO", "nl-NL", "no-NO", "pl-PL", "pt-PT"],
  ...["pt-BR", "ro-RO", "ru-RU", "sk-SK", "sv-SE", "th-TH", "tr-TR", "uk-UA", "vi-VN", "yue-CN"],
];
const DEFAULT = "en-US";

/** Vonage names Chinese by what is spoken. */
const toVonage = (language: string): string => language.replace(/^zh-hk$/i, "yue-CN").replace(/^zh(?=-|$)/i, "cmn");

/** The voice's language: the one asked for, else another of the same tongue, else English. One that it has not ends the call. */
export const spokenLanguage = (bcp47: string): string => {
  const wanted = toVonage(bcp47.trim()).toLowerCase();
  const tongue = wanted.split("-")[0];
  const exact = SPOKEN.find((each) => each.toLowerCase() === wanted);
  return exact ?? SPOKEN.find((each) => each.toLowerCase().split("-")[0] === tongue) ?? DEFAULT;
};

/** Whether Vonage has a voice of the language, of this country or another. */
export const isSpoken = (bcp47: string): boolean =>
  spokenLanguage(bcp47) !== DEFAULT || bcp47.trim().toLowerCase().split("-")[0] === "en";

/** Heard with the words as they are in Chinese and Arabic, where recognition and voices differ in names. */
const HEARD: Readonly<Record<string, string>> = { "cmn-CN": "cmn-Hans-CN", "cmn-TW": "cmn-Hant-TW", ar: "ar-SA" };

/** The language that is listened for: more are recognised than are spoken. */
export const heardLanguage = (bcp47: string): string => {
  const spoken = spokenLanguage(bcp47);
  if (/^[a-z]{2,3}-[A-Z]{2}$/.test(bcp47) && !bcp47.startsWith("zh")) return HEARD[bcp47] ?? bcp47;
  return HEARD[spoken] ?? spoken;
};
