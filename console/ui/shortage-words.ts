import { formatMoney } from "../words/format.ts";
import { words } from "../words/words.ts";
import { readMinor } from "./minor-units.ts";

const USED_UP =
  /^The (campaign|day|month)'s budget is (.+): (.+) are spent, (.+) are held for calls, and this call may cost up to (.+)$/;
const NO_PRICE = /^The (campaign|day|month)'s budget is in (\w{3}), and this carrier's calls have no price/;
const OTHER_CURRENCY =
  /^The (campaign|day|month)'s budget is in (\w{3}), and (the tokens|the models) .* priced in (\w{3})/;

const { shortages } = words.campaigns;

/** Formats an amount that an API's sentence names, such as `USD 1,234.50`. */
const retell = (money: string): string => {
  const [, currency = "", amount = ""] = /^(\w{3}) ([\d,.]+)$/.exec(money) ?? [];
  return currency === "" ? money : formatMoney(readMinor(amount.replaceAll(",", ""), currency), currency);
};

/** Tells whether it is the campaign's own budget, and not one of the organization. */
export const isBudgetOfCampaign = (sentence: string): boolean => sentence.startsWith("The campaign's budget ");

/** Tells whether money is not what is short: a price is missing, and nothing is spent on what has none. */
export const isPriceMissing = (sentence: string): boolean => NO_PRICE.test(sentence) || OTHER_CURRENCY.test(sentence);

/** Describes in the viewer's language which budget prevents a call; `sentence` is the API's own. */
export const describeShortage = (sentence: string): string => {
  const [, whose, limit = "", spent = "", held = "", call = ""] = USED_UP.exec(sentence) ?? [];
  if (whose !== undefined) {
    return shortages.usedUp(shortages.whose[whose] ?? whose, {
      limit: retell(limit),
      spent: retell(spent),
      held: retell(held),
      call: retell(call),
    });
  }
  const [, unpriced, currency = ""] = NO_PRICE.exec(sentence) ?? [];
  if (unpriced !== undefined) return shortages.noPrice(shortages.whose[unpriced] ?? unpriced, currency);
  const [, other, ours = "", what, theirs = ""] = OTHER_CURRENCY.exec(sentence) ?? [];
  if (other === undefined) return sentence;
  return shortages.otherCurrency(shortages.whose[other] ?? other, {
    ours,
    theirs,
    what: what === "the tokens" ? shortages.tokens : shortages.speech,
  });
};
