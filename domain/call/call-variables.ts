import { zonesOfNumber } from "../number/number-zones.ts";
import { isTimeZone } from "../time/time-zone.ts";

/** What the variables of a call are made of; in each list the later wins. */
export interface VariableSources {
  /** Values of the agent's version, which hold where nobody says otherwise. */
  template: Readonly<Record<string, unknown>>;
  /** The person, where they stand in a contact list. */
  contact: { name: string | null; timezone: string | null; attributes: Readonly<Record<string, unknown>> } | null;
  /** What the call was asked for with. */
  initialContext: Readonly<Record<string, unknown>>;
  /** The person's, E.164; null in a chat and where the caller withholds it. */
  number: string | null;
  organizationZone: string | null;
  /** BCP 47: dates are written in it. */
  language: string;
  now: Date;
}

/** Names that every call has, whatever it was asked for with. */
export const DATE_VARIABLES = ["current_date", "current_time", "current_weekday"] as const;

/**
 * The `{{variables}}` of a call: the date and time where the person is, the agent's own, the person's attributes, and what
 * the call was asked for with. What is gathered in the call comes on top of them later.
 */
export const callVariables = (sources: VariableSources): Record<string, unknown> => {
  const { template, contact, initialContext } = sources;
  return {
    ...dateVariables(sources),
    ...template,
    ...contact?.attributes,
    ...(contact?.name && { name: contact.name }),
    ...initialContext,
  };
};

const dateVariables = (sources: VariableSources): Record<(typeof DATE_VARIABLES)[number], string> => {
  const { now, language } = sources;
  const timeZone = zoneOf(sources);
  const written = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat([language, "en-US"], { timeZone, ...options }).format(now);
  return {
    current_date: written({ dateStyle: "long" }),
    current_time: written({ timeStyle: "short" }),
    current_weekday: written({ weekday: "long" }),
  };
};

/** Where the person is: as their contact or the call says, where their number is at home, else where the organization is. */
const zoneOf = ({ contact, initialContext, number, organizationZone }: VariableSources): string => {
  const atHome = number === null ? [] : zonesOfNumber(number);
  const named = [contact?.timezone, initialContext["timezone"], atHome[0], organizationZone];
  return named.find((zone) => typeof zone === "string" && isTimeZone(zone))?.toString() ?? "UTC";
};
