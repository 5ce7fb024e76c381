import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type NumberType,
} from "libphonenumber-js/max";
import { type DigitPattern, readDigitPattern, type States } from "./digit-pattern.ts";

/** A prefix all of whose numbers have no place, or of which nobody can tell it; `country`: the prefix that has the zones. */
export interface PlacelessPrefix {
  prefix: string;
  country: string;
}

const OTHER_KINDS = [
  "PREMIUM_RATE",
  "TOLL_FREE",
  "SHARED_COST",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL",
] as const satisfies NumberType[];

/**
 * Countries whose mobile numbers have area codes, as libphonenumber lists them. Indonesia, which it lists too, is left out: only
 * the fixed telephones there that work by radio have a place, and mobile numbers are carried from Sumatra to Papua.
 */
const CODES_WITH_MOBILE_AREAS: ReadonlySet<string> = new Set(["52", "54", "55", "86"]);
/** North America has no mobile ranges: what is no area code has the zones of `1` by itself. */
const NORTH_AMERICA = "1";
/** Kazakhstan's numbers begin so within Russia's code. */
const COUNTRIES_WITHIN_CODES = ["76", "77"];
/** The zones of Kazakhstan are those of this prefix. */
const KAZAKHSTAN = "77";
/** Kinds are told apart by fewer national digits than these; where they are not, the number counts as without a place. */
const MOST_DIGITS = 6;
const DIGITS = "0123456789";

/** Finds the prefixes of numbers without a place: mobile ones nearly everywhere, and those of services. */
export const findPlacelessPrefixes = (): PlacelessPrefix[] => {
  const codes = new Map<string, CountryCode[]>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    codes.set(code, [...(codes.get(code) ?? []), country]);
  }
  return [...codes].flatMap(([code, countries]) => (code === NORTH_AMERICA ? [] : findWithin(code, countries)));
};

const findWithin = (code: string, countries: readonly CountryCode[]): PlacelessPrefix[] => {
  const kinds = readKinds(code, countries);
  const found: PlacelessPrefix[] = [];
  const look = (digits: string, states: KindStates): void => {
    const isPlaceless = mayLackPlace(kinds, states);
    if (!isPlaceless) return;
    // Every state of a pattern leads to an end, so that a state that is left means a number.
    if (states.fixed.every((each) => each.length === 0) || digits.length === MOST_DIGITS) {
      found.push({ prefix: code + digits, country: countryOf(code + digits, code) });
      return;
    }
    for (const digit of DIGITS) look(digits + digit, stepAll(kinds, states, digit));
  };
  for (const digit of DIGITS) look(digit, stepAll(kinds, startAll(kinds), digit));
  return found;
};

const countryOf = (prefix: string, code: string): string =>
  COUNTRIES_WITHIN_CODES.some((within) => prefix.startsWith(within)) ? KAZAKHSTAN : code;

interface Kinds {
  fixed: DigitPattern[];
  mobile: DigitPattern[];
  others: DigitPattern[];
}

type KindStates = Record<keyof Kinds, States[]>;

const readKinds = (code: string, countries: readonly CountryCode[]): Kinds => {
  const patterns = (kinds: readonly NumberType[]) => countries.flatMap((country) => readPatterns(country, kinds));
  const mobile = patterns(["MOBILE"]);
  const hasAreas = CODES_WITH_MOBILE_AREAS.has(code);
  return {
    fixed: [...patterns(["FIXED_LINE"]), ...(hasAreas ? mobile : [])],
    mobile: hasAreas ? [] : mobile,
    others: patterns(OTHER_KINDS),
  };
};

const readPatterns = (country: CountryCode, kinds: readonly NumberType[]): DigitPattern[] => {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return kinds.flatMap((kind) => {
    const plan: unknown = metadata.numberingPlan;
    const pattern = knowsKinds(plan) ? plan.type(kind)?.pattern() : undefined;
    return pattern ? [readDigitPattern(pattern)] : [];
  });
};

/** The package's types leave this method out. */
const knowsKinds = (plan: unknown): plan is { type(kind: NumberType): { pattern(): string | undefined } | undefined } =>
  typeof plan === "object" && plan !== null && "type" in plan && typeof plan.type === "function";

const startAll = ({ fixed, mobile, others }: Kinds): KindStates => ({
  fixed: fixed.map(({ start }) => start),
  mobile: mobile.map(({ start }) => start),
  others: others.map(({ start }) => start),
});

const stepAll = (kinds: Kinds, states: KindStates, digit: string): KindStates => {
  const step = (kind: keyof Kinds) =>
    kinds[kind].map((pattern, index) => pattern.step(states[kind][index] ?? [], digit));
  return { fixed: step("fixed"), mobile: step("mobile"), others: step("others") };
};

/** Tells whether a number that begins so is of a service, or a mobile one that is not a fixed one as well. */
const mayLackPlace = (kinds: Kinds, states: KindStates): boolean =>
  states.others.some((each) => each.length > 0) || isMobileAlone(kinds, states, new Set());

const isMobileAlone = (kinds: Kinds, states: KindStates, seen: Set<string>): boolean => {
  if (states.mobile.every((each) => each.length === 0)) return false;
  const key = JSON.stringify([states.mobile, states.fixed]);
  if (seen.has(key)) return false;
  seen.add(key);
  const isOf = (kind: "mobile" | "fixed") =>
    kinds[kind].some((pattern, index) => pattern.accepts(states[kind][index] ?? []));
  if (isOf("mobile") && !isOf("fixed")) return true;
  return Array.from(DIGITS).some((digit) => isMobileAlone(kinds, stepAll(kinds, states, digit), seen));
};
