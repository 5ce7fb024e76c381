/** The kinds of telephone numbers, with the words that stand in a refusal. */
const KIND_NAMES = {
  fixed_line: "a landline number",
  mobile: "a mobile number",
  /** Countries such as the United States do not tell the two apart. */
  fixed_line_or_mobile: "a landline or mobile number",
  toll_free: "a toll-free number",
  premium_rate: "a premium-rate number",
  shared_cost: "a shared-cost number",
  voip: "an internet telephone number",
  personal_number: "a personal number that follows its owner",
  pager: "a pager",
  uan: "a company-wide access number",
  voicemail: "a number for voicemail access",
  satellite: "a satellite or international network number",
  /** Its range was opened after the numbering plans that the platform knows. */
  unknown: "a number of no known kind",
} as const;

export type NumberKind = keyof typeof KIND_NAMES;
export const isNumberKind = (text: string): text is NumberKind => Object.hasOwn(KIND_NAMES, text);
export const NUMBER_KINDS: readonly NumberKind[] = Object.keys(KIND_NAMES).filter(isNumberKind);

/** Kinds whose calls cost what nobody expects: they are called only where an organization switches them on. */
const COSTLY_KINDS: ReadonlySet<NumberKind> = new Set(["premium_rate", "shared_cost", "satellite"]);
/**
 * The kinds that are called unless an organization names its own. Pagers and company-wide numbers are among them: they cost what
 * other calls of their country cost.
 */
export const DEFAULT_NUMBER_KINDS: readonly NumberKind[] = NUMBER_KINDS.filter((kind) => !COSTLY_KINDS.has(kind));

/** What a number is. */
export interface NumberClass {
  kind: NumberKind;
  /** ISO 3166; null: the number belongs to no country. */
  country: string | null;
}

/** Returns the class as a column stores it: `DE mobile`, `- satellite`. */
export const formatNumberClass = ({ kind, country }: NumberClass): string => `${country ?? "-"} ${kind}`;

/** Reads what `formatNumberClass` returned; a kind that is not known any more is `unknown`. */
export const parseNumberClass = (text: string): NumberClass => {
  const [country = "-", kind = ""] = text.split(" ");
  return { kind: isNumberKind(kind) ? kind : "unknown", country: country === "-" ? null : country };
};

/** The numbers that an organization calls. */
export interface AllowedNumbers {
  /** ISO 3166; null: every country, and numbers of none. */
  countries: readonly string[] | null;
  kinds: readonly NumberKind[];
}

/** Returns why an organization does not call numbers of this kind and country; null: it does. */
export const refuseNumberClass = ({ kind, country }: NumberClass, allowed: AllowedNumbers): string | null => {
  if (!allowed.kinds.includes(kind))
    return `The number is ${KIND_NAMES[kind]}, and the organization's preferences do not allow ${kind} (allowed_number_kinds)`;
  if (allowed.countries === null || (country !== null && allowed.countries.includes(country))) return null;
  const where = country === null ? "belongs to no country" : `is in ${country}`;
  return `The number ${where}, and the organization's preferences allow only ${allowed.countries.join(", ")} (allowed_countries)`;
};
