import type { PackListItem } from "../api/routes.ts";
import { formatMoney } from "../words/format.ts";
import { type Language, language } from "../words/language.ts";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";

const names = new Intl.DisplayNames(language, { type: "language" });

/** Returns the name of a language tag such as `de-DE` in the viewer's language. */
export const nameLanguage = (tag: string): string => {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

export const formatPrice = ({ hire_price_paise: paise }: PackListItem["charging"]): string =>
  paise === 0 ? words.marketplace.free : words.marketplace.price(formatMoney(paise, "INR"));

/** What a language's words end with where they count several or are owned: `Termine`, `Terminen`, `Termins`. */
const ENDINGS: Partial<Record<Language, RegExp>> = { de: /(?:e[nrs]?|[ns])$/ };

const withoutEnding = (word: string): string => {
  const ending = ENDINGS[language];
  return ending && word.length > 4 ? word.replace(ending, "") : word;
};

/** Says whether what the viewer reads of a pack has every word of the text, in whatever form. */
export const isSaidOf = ({ name, summary, job }: PackListItem, text: string): boolean => {
  const said = [name, summary, job].map(sayOffer).join(" ").toLocaleLowerCase(language);
  const wanted = text.trim().toLocaleLowerCase(language).split(/\s+/);
  return wanted.every((word) => said.includes(withoutEnding(word)));
};
