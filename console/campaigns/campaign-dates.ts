import type { Campaign } from "../api/routes.ts";
import { formatClock, formatMoment, formatWholeDay } from "../words/format.ts";
import { words } from "../words/words.ts";

/** Whose clock start and end are read from: that of each called person, or the viewer's. */
export const CLOCKS = ["person", "viewer"] as const;
export type ClockOwner = (typeof CLOCKS)[number];
export const isClockOwner = (value: string): value is ClockOwner => CLOCKS.some((each) => each === value);

type Moment = NonNullable<Campaign["starts_at"]>;

/** Start and end while they are typed: what a clock shows, `2026-12-01T10:00`; empty: none. */
export interface DatesDraft {
  startsAt: string;
  endsAt: string;
  clock: ClockOwner;
}

export const NO_DATES: DatesDraft = { startsAt: "", endsAt: "", clock: "person" };

export const toDatesDraft = ({ starts_at: startsAt, ends_at: endsAt }: Pick<Campaign, "starts_at" | "ends_at">) => ({
  startsAt: startsAt ? toClock(startsAt) : "",
  endsAt: endsAt ? toClock(endsAt) : "",
  clock: [startsAt, endsAt].some((each) => each?.at !== undefined) ? ("viewer" as const) : ("person" as const),
});

/** The viewer's clock at an instant; a field for a date and a time has no seconds. */
const toClock = (moment: Moment): string => {
  if (moment.at === undefined) return moment.local ?? "";
  const at = new Date(moment.at);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-12-01T10:00".length);
};

export const toMoment = (clock: string, owner: ClockOwner): Moment | null => {
  if (clock === "") return null;
  return owner === "person" ? { local: clock } : { at: new Date(clock).toISOString() };
};

/** Says a clock's reading in the viewer's language; it belongs to no zone. */
export const formatClockTime = (local: string): string => {
  const [day = "", time = ""] = local.split("T");
  return `${formatWholeDay(day) ?? day}, ${formatClock(time) ?? time}`;
};

export const describeMoment = (moment: Moment): string =>
  moment.at === undefined ? words.campaigns.byTheirClock(formatClockTime(moment.local ?? "")) : formatMoment(moment.at);
