import { findAssignedCountry, findAssignedPlans } from "./international-number.ts";
import { formatNumberClass, type NumberClass, type NumberKind } from "./number-kinds.rules.ts";
import { parsePhoneNumber } from "./phone-number.ts";

/** The kinds of numbers in the order of the numbering plans. */
const KINDS_OF_PLANS: readonly NumberKind[] = [
  "fixed_line",
  "mobile",
  "toll_free",
  "premium_rate",
  "personal_number",
  "voicemail",
  "uan",
  "pager",
  "voip",
  "shared_cost",
];

/** Where a number matches several kinds, the first of these decides, so that a costly one is never taken for another. */
const SPECIAL_KINDS: readonly NumberKind[] = [
  "premium_rate",
  "shared_cost",
  "toll_free",
  "personal_number",
  "pager",
  "uan",
  "voicemail",
  "voip",
];

/** Codes of no country: the plans count their numbers as mobile ones, or do not know them. */
const KINDS_BY_PREFIX: readonly (readonly [prefix: string, kind: NumberKind])[] = [
  ["+870", "satellite"],
  ["+881", "satellite"],
  ["+882", "satellite"],
  ["+883", "satellite"],
  ["+979", "premium_rate"],
  ["+808", "shared_cost"],
  ["+800", "toll_free"],
  ["+878", "personal_number"],
  ["+1900", "premium_rate"],
];

/** Returns the kind and the country of a number in E.164; null: it is a SIP address, which costs what its trunk costs. */
export const classifyNumber = (e164: string): NumberClass | null => {
  if (!e164.startsWith("+")) return null;
  return { kind: findKind(e164), country: findAssignedCountry(e164) ?? findGeneralCountry(e164) };
};

/** Returns the class of a number as a column stores it; null: a SIP address. */
export const classifyForColumn = (phoneNumber: string): string | null => {
  const numberClass = classifyNumber(phoneNumber);
  return numberClass && formatNumberClass(numberClass);
};

/** The country of a number whose range is not known to be assigned. */
const findGeneralCountry = (e164: string): string | null => {
  const parsed = parsePhoneNumber(e164);
  return parsed.ok ? parsed.country : null;
};

const findKind = (e164: string): NumberKind => {
  const byPrefix = KINDS_BY_PREFIX.find(([prefix]) => e164.startsWith(prefix));
  if (byPrefix) return byPrefix[1];
  const assigned = findAssignedPlans(e164);
  if (assigned === null) return "unknown";
  const { national, plans } = assigned;
  const patterns = readPatterns(plans);
  const isOf = (kind: NumberKind): boolean => patterns.get(kind)?.some((pattern) => pattern.test(national)) ?? false;
  const special = SPECIAL_KINDS.find(isOf);
  if (special) return special;
  if (isOf("fixed_line")) return isOf("mobile") ? "fixed_line_or_mobile" : "fixed_line";
  return isOf("mobile") ? "mobile" : "unknown";
};

type Plans = NonNullable<ReturnType<typeof findAssignedPlans>>["plans"];
const known = new Map<Plans, ReadonlyMap<NumberKind, readonly RegExp[]>>();

/** Returns the patterns of each kind in all countries with a code, each once: many of North America's are alike. */
const readPatterns = (plans: Plans): ReadonlyMap<NumberKind, readonly RegExp[]> => {
  const before = known.get(plans);
  if (before) return before;
  const patterns = new Map(
    KINDS_OF_PLANS.map((kind, place) => {
      const sources = plans.flatMap((plan) => listPatterns(plan, place));
      return [kind, [...new Set(sources)].map((source) => new RegExp(source))] as const;
    }),
  );
  known.set(plans, patterns);
  return patterns;
};

const [FIXED_LINE, MOBILE] = [0, 1];

/** A plan without mobile numbers of their own, such as North America's, has them among its landline ones. */
const listPatterns = ({ kinds }: Pick<Plans[number], "kinds">, place: number): string[] => {
  const own = (kinds ?? []).filter((each) => each.place === place);
  if (place === MOBILE && own.length === 0) return listPatterns({ kinds }, FIXED_LINE);
  return own.map(({ pattern }) => pattern.source);
};
