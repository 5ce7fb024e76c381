import type { PackListItem } from "../api/routes.ts";
import { formatMoney } from "../words/format.ts";
import { language } from "../words/language.ts";
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
