import { listNumberZones } from "../number/number-zones.ts";
import { isTimeZone } from "../time/time-zone.ts";

/** The sources of a call's variables; later sources override earlier ones. */
export interface VariableSources {
  /** Values of the agent's version, which every other source overrides. */
  template: Readonly<Record<string, unknown>>;
  /** The contact's fields, where the person is in a contact list. */
  contact: { name: string | null; timezone: string | null; attributes: Readonly<Record<string, unknown>> } | null;
  /** The context of the request that asked for the call. */
  initialContext: Readonly<Record<string, unknown>>;
  /** The person's number, E.164; null in a chat and where the caller withholds it. */
  number: string | null;
  organizationZone: string | null;
  /** BCP 47; dates are written in this language. */
  language: string;
  now: Date;
}

/** Names that every call has. */
export const DATE_VARIABLES = ["current_date", "current_time", "current_weekday"] as const;

/**
 * Returns the `{{variables}}` of a call: the date and time where the person is, the agent's own values, the person's
 * attributes, and the context of the request. Values gathered during the call are added later.
 */
export const buildCallVariables = (sources: VariableSources): Record<string, unknown> => {
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
  const { date, time, weekday } = formatsOf(language, timeZone);
  return {
    current_date: date.format(now),
    current_time: time.format(now),
    current_weekday: weekday.format(now),
  };
};

interface Formats {
  date: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
  weekday: Intl.DateTimeFormat;
}

/** Opening a format costs more than many uses of it; calls are mostly of few languages and zones. */
const opened = new Map<string, Formats>();
const MOST_OPENED = 100;

const formatsOf = (language: string, timeZone: string): Formats => {
  const key = `${language} ${timeZone}`;
  const known = opened.get(key);
  if (known) return known;
  const open = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat([language, "en-US"], { timeZone, ...options });
  const formats = {
    date: open({ dateStyle: "long" }),
    time: open({ timeStyle: "short" }),
    weekday: open({ weekday: "long" }),
  };
  if (opened.size >= MOST_OPENED) opened.clear();
  opened.set(key, formats);
  return formats;
};

/** Returns the person's time zone: from the contact or the context, else from their number, else the organization's. */
const zoneOf = ({ contact, initialContext, number, organizationZone }: VariableSources): string => {
  const atHome = number === null ? [] : listNumberZones(number);
  const named = [contact?.timezone, initialContext["timezone"], atHome[0], organizationZone];
  return named.find((zone) => typeof zone === "string" && isTimeZone(zone))?.toString() ?? "UTC";
};
