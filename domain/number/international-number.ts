import type { MetadataJson } from "libphonenumber-js/core";
import assigned from "libphonenumber-js/metadata.max.json";
import general from "libphonenumber-js/metadata.min.json";

/** The form of the metadata that this file can read. */
const KNOWN_FORM = 4;

/** Indexes into a numbering plan, and into one of its kinds of number (mobile, toll-free, …). */
const PLAN = { pattern: 2, lengths: 3, nationalPrefix: 5, prefixForParsing: 7, leadingDigits: 10, kinds: 11 };
const KIND = { pattern: 0, lengths: 1 };
/** The place of mobile numbers among the kinds of a plan that knows them all. */
const MOBILE = 1;

type CountryFinder = (text: string) => string | null;

const createCountryFinder = (metadata: MetadataJson): CountryFinder => {
  const plansOf = createPlanReader(metadata);
  return (text) => {
    if (metadata.version !== KNOWN_FORM || !/^\+[1-9]\d{6,14}$/.test(text)) return null;
    const code = callingCodeOf(text, metadata);
    if (code === null) return null;
    const national = text.slice(1 + code.length);
    const plans = plansOf(code);
    // After a national prefix, such as the 0 of +44 (0)20, the number begins elsewhere.
    if (plans[0]?.nationalPrefix?.test(national)) return null;
    const own = plans.length === 1 ? plans[0] : plans.find((plan) => belongsTo(plan, national));
    return own && isValidIn(own, national) ? own.country : null;
  };
};

const callingCodeOf = (text: string, metadata: MetadataJson): string | null => {
  for (let end = 2; end <= 4; end += 1) {
    const code = text.slice(1, end);
    if (code in metadata.country_calling_codes) return code;
  }
  return null;
};

interface NumberingPlan {
  country: string;
  pattern: RegExp;
  nationalPrefix: RegExp | null;
  /** Digits that distinguish a country from others with its calling code. */
  leadingDigits: RegExp | null;
  /** Each with its place among all kinds. Null: the plan has no kinds. */
  kinds: { place: number; pattern: RegExp; lengths: readonly unknown[] | null }[] | null;
}

const belongsTo = (plan: NumberingPlan, national: string): boolean =>
  plan.leadingDigits ? plan.leadingDigits.test(national) : isOfAKind(plan, national);

const isValidIn = (plan: NumberingPlan, national: string): boolean =>
  plan.kinds ? isOfAKind(plan, national) : plan.pattern.test(national);

const isOfAKind = ({ pattern, kinds }: NumberingPlan, national: string): boolean =>
  kinds !== null &&
  pattern.test(national) &&
  kinds.some((kind) => (kind.lengths?.includes(national.length) ?? true) && kind.pattern.test(national));

/** Returns the plans of all countries with a calling code; the first one decides about national prefixes. */
const createPlanReader = (metadata: MetadataJson): ((code: string) => readonly NumberingPlan[]) => {
  const compiled = new Map<string, readonly NumberingPlan[]>();
  return (code) => {
    const known = compiled.get(code);
    if (known) return known;
    const countries = metadata.country_calling_codes[code] ?? [];
    const plans = countries.map((country) => compile(country, listOf(metadata.countries[country])));
    compiled.set(code, plans);
    return plans;
  };
};

const compile = (country: string, plan: readonly unknown[]): NumberingPlan => {
  const prefix = textOf(plan[PLAN.prefixForParsing]) ?? textOf(plan[PLAN.nationalPrefix]);
  const leadingDigits = textOf(plan[PLAN.leadingDigits]);
  const kinds = listOf(plan[PLAN.kinds]);
  return {
    country,
    pattern: whole(textOf(plan[PLAN.pattern]) ?? ""),
    nationalPrefix: prefix === null ? null : matchBeginning(prefix),
    leadingDigits: leadingDigits === null ? null : matchBeginning(leadingDigits),
    kinds:
      kinds.length === 0
        ? null
        : kinds.flatMap((kind, place) => compileKind(listOf(kind), { place, lengthsOfPlan: plan[PLAN.lengths] })),
  };
};

const compileKind = (kind: readonly unknown[], { place, lengthsOfPlan }: { place: number; lengthsOfPlan: unknown }) => {
  const pattern = textOf(kind[KIND.pattern]);
  const lengths = kind[KIND.lengths] ?? lengthsOfPlan;
  return pattern === null ? [] : [{ place, pattern: whole(pattern), lengths: Array.isArray(lengths) ? lengths : null }];
};

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const matchBeginning = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`);

/** Missing values of a plan are 0, empty or absent. */
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the country of a valid number that is written as `+` and digits, as the library would; null: ask the library,
 * which also names the fault. The library compiles the patterns for each number, up to fifty for North America; here
 * they are compiled once, so that a file of a million numbers takes about a second.
 */
export const findInternationalCountry: CountryFinder = createCountryFinder(general);

/** Returns the same for a number in a range that its country has assigned, as far as the library knows. */
export const findAssignedCountry: CountryFinder = createCountryFinder(assigned);

const assignedPlansOf = createPlanReader(assigned);

/** Returns the national digits of a number in E.164 and the plans of every country with its code; null: none has it. */
export const findAssignedPlans = (e164: string): { national: string; plans: readonly NumberingPlan[] } | null => {
  const code = callingCodeOf(e164, assigned);
  return code === null ? null : { national: e164.slice(1 + code.length), plans: assignedPlansOf(code) };
};

const assignedPlanOf = (country: string): readonly unknown[] => {
  const plans: Readonly<Record<string, unknown>> = assigned.countries;
  return listOf(plans[country]);
};

/** Returns the number of digits of a country's longest mobile number, without its code; null: it has none of its own. */
export const countMobileDigits = (country: string): number | null => {
  const plan = assignedPlanOf(country);
  const mobile = listOf(listOf(plan[PLAN.kinds])[MOBILE]);
  const lengths = listOf(mobile[KIND.lengths] ?? (mobile.length > 0 ? plan[PLAN.lengths] : null));
  const longest = Math.max(0, ...lengths.map(Number));
  return longest === 0 ? null : longest;
};

/** Returns the digits that a country's people dial before a national number, such as 0 or 06; null: none. */
export const nationalPrefixOf = (country: string): string | null =>
  textOf(assignedPlanOf(country)[PLAN.nationalPrefix]);
