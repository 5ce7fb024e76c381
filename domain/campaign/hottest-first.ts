import type { CONTACT_ORDERS } from "../contact/priority.ts";

/** Everything that the expression of a campaign may ask of a contact, with what it is. */
export const ORDER_VARIABLES = {
  attributes: { type: "map", says: "the contact's attributes; has(attributes.name) asks whether there is one" },
  name: { type: "string", says: "the contact's name; empty: it has none" },
  priority: { type: "int", says: "the contact's priority, 0 to 9" },
  timezone: { type: "string", says: "the contact's own zone; empty: it has none" },
  country: { type: "string", says: "the country of the number (ISO 3166); empty: none" },
  number_kind: { type: "string", says: "the kind of the number, such as mobile; empty: not known" },
} as const;

/** The values of one contact. */
export interface OrderValues {
  attributes: Readonly<Record<string, unknown>>;
  name: string;
  priority: number;
  timezone: string;
  country: string;
  numberKind: string;
}

/** So many decimals of a score count. */
const PLACES = 1_000;
/** Whoever has no score comes last. */
const LAST_POSITION = 9_000_000_000_000_000;

/** Returns the position in a campaign's queue of who has a score: smaller ones are called first. Null: the expression gave none. */
export const positionOf = (score: number | null): number => {
  if (score === null || Number.isNaN(score)) return LAST_POSITION;
  // Negative zero is zero.
  return Math.max(Math.min(Math.round(-score * PLACES), LAST_POSITION), -LAST_POSITION) + 0;
};

/** Returns why an order cannot be so; null when it can. */
export const explainOrder = (order: (typeof CONTACT_ORDERS)[number], expression: string | null): string | null => {
  if (order === "hottest")
    return expression === null
      ? "The order hottest needs order_by, an expression such as double(attributes.score)"
      : null;
  return expression === null ? null : "order_by is for the order hottest: leave it out, or set order to hottest";
};
