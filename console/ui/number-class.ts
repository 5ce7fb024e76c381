import { language } from "../words/language.ts";
import { words } from "../words/words.ts";

const { kinds, noCountry } = words.organization.allowedNumbers;
const countries = new Intl.DisplayNames(language, { type: "region" });

const isKind = (text: string): text is keyof typeof kinds => Object.hasOwn(kinds, text);

/** Describes in the viewer's language what the API calls `premium_rate in US` or `satellite in no country`; undefined: it is none. */
export const describeNumberClass = (text: string): string | undefined => {
  const [, kind = "", country = ""] = /^(\w+) in ([A-Z]{2}|no country)$/.exec(text) ?? [];
  if (!isKind(kind)) return undefined;
  return `${kinds[kind]}, ${country === "no country" ? noCountry : countries.of(country)}`;
};
