import { DAY_MS } from "../time/durations.rules.ts";

/** What the calendar tells: a start, an end, a time of a recurring campaign, an hour in which people asked to be called. */
export const CALENDAR_KINDS = ["starts", "ends", "occurrence", "call_backs"] as const;

/** The longest span, and how many campaigns and events are told of it; of more the answer says that there are more. */
export const CALENDAR_LIMITS = { days: 62, campaigns: 200, events: 1_000 } as const;

/** Returns why a span cannot be told; null: it can. */
export const findSpanFault = ({ from, to }: { from: Date; to: Date }): string | null => {
  if (to <= from) return "The end must be after the beginning";
  return to.getTime() - from.getTime() > CALENDAR_LIMITS.days * DAY_MS
    ? `A span has at most ${CALENDAR_LIMITS.days} days: ask for parts of it`
    : null;
};
