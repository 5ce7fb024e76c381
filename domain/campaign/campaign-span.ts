import { DAY_MS, MINUTE_MS } from "../time/durations.rules.ts";
import { listClockPeriods } from "../time/wall-clock.ts";

/** A moment: one instant for everybody, or what the clock of each called person shows (`2026-12-01T10:00`). */
export type Moment = { at: string } | { local: string };

/** The time in which a campaign dials; null: without that end. */
export interface CampaignSpan {
  startsAt: Moment | null;
  endsAt: Moment | null;
}

/** Half-open; epoch milliseconds, infinite where the span is open. */
export interface SpanInstants {
  fromMs: number;
  untilMs: number;
}

/** Returns the span of a campaign's columns; null: it has neither start nor end. */
export const spanOf = (campaign: { starts_at: Moment | null; ends_at: Moment | null } | null): CampaignSpan | null =>
  campaign === null || (campaign.starts_at === null && campaign.ends_at === null)
    ? null
    : { startsAt: campaign.starts_at, endsAt: campaign.ends_at };

/**
 * Returns when a person may be dialled who may be in any of the zones: each of their clocks must say that it has begun, and none
 * that it is over. Throws on an unknown zone.
 */
export const readSpan = ({ startsAt, endsAt }: CampaignSpan, zones: readonly string[]): SpanInstants => ({
  fromMs: startsAt === null ? Number.NEGATIVE_INFINITY : Math.max(...zones.map((zone) => readStart(startsAt, zone))),
  untilMs: endsAt === null ? Number.POSITIVE_INFINITY : Math.min(...zones.map((zone) => readEnd(endsAt, zone))),
});

/** A local time that comes twice begins the second time: from then on the clock shows nothing earlier. */
const readStart = (moment: Moment, zone: string): number =>
  "at" in moment ? new Date(moment.at).getTime() : readLocal(moment.local, zone).lastMs;

/** A local time that comes twice ends the first time: until then the clock has shown nothing later. */
const readEnd = (moment: Moment, zone: string): number =>
  "at" in moment ? new Date(moment.at).getTime() : readLocal(moment.local, zone).firstMs;

/** When a zone's clock shows a local time. */
export interface LocalReading {
  kind: "once" | "twice" | "skipped";
  firstMs: number;
  lastMs: number;
}

const MOST_READINGS_KEPT = 2000;
const keptReadings = new Map<string, LocalReading>();

/** Reads when a zone's clock shows a local time; one that a change of clocks skips is the instant of the change. */
export const readLocal = (local: string, zone: string): LocalReading => {
  const key = `${zone} ${local}`;
  const kept = keptReadings.get(key);
  if (kept) return kept;
  const reading = findLocal(local, zone);
  if (keptReadings.size >= MOST_READINGS_KEPT) keptReadings.clear();
  keptReadings.set(key, reading);
  return reading;
};

const findLocal = (local: string, zone: string): LocalReading => {
  const wallMs = new Date(`${local}Z`).getTime();
  // A clock that changes on whole minutes is looked at between whole minutes.
  const aroundMs = Math.floor(wallMs / MINUTE_MS) * MINUTE_MS;
  const periods = listClockPeriods(zone, aroundMs - 2 * DAY_MS, aroundMs + 2 * DAY_MS);
  const shown = periods.flatMap(({ startMs, endMs, offsetMs }) => {
    const atMs = wallMs - offsetMs;
    return startMs <= atMs && atMs < endMs ? [atMs] : [];
  });
  const [firstMs] = shown;
  const lastMs = shown.at(-1);
  if (firstMs !== undefined && lastMs !== undefined)
    return { kind: shown.length > 1 ? "twice" : "once", firstMs, lastMs };
  const change = periods.find(({ startMs, offsetMs }) => startMs + offsetMs > wallMs);
  if (!change) throw new Error(`${zone} never shows ${local}`);
  return { kind: "skipped", firstMs: change.startMs, lastMs: change.startMs };
};

/** The zones whose clocks are first and last to show a time. */
const FIRST_ZONE = "Pacific/Kiritimati";
const LAST_ZONE = "Etc/GMT+12";

/** Returns the instant before which no clock on Earth shows the moment. */
export const earliestOf = (moment: Moment): number => readStart(moment, FIRST_ZONE);

/** Returns the instant from which every clock on Earth has shown the moment. */
export const latestOf = (moment: Moment): number => readEnd(moment, LAST_ZONE);

/** A start or an end that is further away is a mistake in writing. */
const MOST_DAYS_AHEAD = 731;

export interface SpanFault {
  field: "starts_at" | "ends_at";
  sentence: string;
}

/** Returns why a campaign cannot have this span from now on; null when it can. `changed`: the fields that were sent. */
export const explainSpan = (
  { startsAt, endsAt }: CampaignSpan,
  { nowMs, changed }: { nowMs: number; changed: readonly SpanFault["field"][] },
): SpanFault | null => {
  const isNew = (field: SpanFault["field"]) => changed.includes(field);
  if (startsAt && isNew("starts_at") && latestOf(startsAt) <= nowMs)
    return {
      field: "starts_at",
      sentence: "The start has passed: leave starts_at out to begin with the start command",
    };
  if (endsAt && isNew("ends_at") && latestOf(endsAt) <= nowMs)
    return { field: "ends_at", sentence: "The end has passed: nobody could be called" };
  const far = [
    { field: "starts_at" as const, moment: startsAt },
    { field: "ends_at" as const, moment: endsAt },
  ].find(({ field, moment }) => moment && isNew(field) && earliestOf(moment) > nowMs + MOST_DAYS_AHEAD * DAY_MS);
  if (far) return { field: far.field, sentence: `It is more than ${MOST_DAYS_AHEAD} days from now` };
  if (startsAt && endsAt && isEmpty(startsAt, endsAt))
    return { field: "ends_at", sentence: "The end is not after the start: nobody could be called" };
  return null;
};

/** Two local times are compared as they are; others on the clocks that leave most time between them. */
const isEmpty = (startsAt: Moment, endsAt: Moment): boolean =>
  "local" in startsAt && "local" in endsAt
    ? new Date(`${endsAt.local}Z`) <= new Date(`${startsAt.local}Z`)
    : latestOf(endsAt) <= earliestOf(startsAt);
