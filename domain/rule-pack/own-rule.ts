/** What becomes of a call where a rule is not true. `wait`: it waits until it is; `refuse`: it is not made at all. */
export const IF_FALSE = ["wait", "refuse"] as const;
export const USUAL_IF_FALSE: (typeof IF_FALSE)[number] = "wait";

/** A rule of an organization, as an expression of CEL that is true where a call may be made. */
export interface OwnRule {
  name: string;
  expression: string;
  if_false: (typeof IF_FALSE)[number];
}

export const OWN_RULES = { most: 20, mostCharacters: 1000, mostParts: 200 } as const;

/** Everything that an expression may ask, with what it is. */
export const OWN_RULE_VARIABLES = {
  local_time: { type: "string", says: "the time on the person's clock, as 08:05" },
  hour: { type: "int", says: "the hour on the person's clock, 0 to 23" },
  weekday: { type: "string", says: "mon, tue, wed, thu, fri, sat or sun on the person's clock" },
  country: { type: "string", says: "the country of the number (ISO 3166); empty: none" },
  region: { type: "string", says: "the contact's attribute region; empty: it has none" },
  attempts_today: { type: "int", says: "how often the number was dialled within 24 hours" },
  attempts_7d: { type: "int", says: "how often the number was dialled within 7 days" },
  consent: { type: "string", says: "granted, unknown or withdrawn" },
  number_kind: { type: "string", says: "the kind of the number, such as mobile; empty: a SIP address" },
  list: { type: "string", says: "the name of the campaign's contact list; empty: the call is of no campaign" },
  attributes: { type: "map", says: "the contact's attributes; has(attributes.name) asks whether there is one" },
} as const;

/** The values for one call, on the clock of one zone. */
export interface OwnRuleValues {
  localTime: string;
  hour: number;
  weekday: string;
  country: string;
  region: string;
  attemptsToday: number;
  attempts7d: number;
  consent: string;
  numberKind: string;
  list: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** Where an expression is at fault. */
export interface ExpressionFault {
  /** From 1. */
  line: number;
  column: number;
  sentence: string;
}
