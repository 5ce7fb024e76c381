import { admittedMs, type Entry, type Facts, isRecord, textOf } from "./entries.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Monday is 0. */
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export const checkHours = (entries: readonly Entry[], policies: ReadonlyMap<string, Facts>): Finding => {
  const finding = createFinding(
    "No attempt was made outside the hours of the person's own clock",
    "attempts with hours",
  );
  for (const entry of entries) {
    if (entry.kind !== "attempt.requested") continue;
    const hours = policies.get(textOf(entry.facts, "policy") ?? "")?.["hours"];
    if (!isRecord(hours)) continue;
    finding.checked += 1;
    const zones = listTexts(entry.facts["zones"]);
    const closed = zones.find((zone) => !isWithinHours(hours, zone, admittedMs(entry)));
    if (zones.length === 0) finding.faults.push({ entry: entry.index, sentence: "It names no zone" });
    if (closed !== undefined)
      finding.faults.push({ entry: entry.index, sentence: `It was outside the hours in ${closed}` });
  }
  return finding;
};

const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** Tells whether hours of the record are open on the clock of a zone. */
export const isWithinHours = (hours: Facts, zone: string, atMs: number): boolean => {
  const { weekday, date, time } = readClock(zone, atMs);
  if (!isWithinSpan(hours, `${date}T${time}`, atMs)) return false;
  const holidays = listTexts(hours["holidays"]);
  if (holidays.includes(date)) return false;
  // From an evening before a holiday on: `2026-12-24T18:00`.
  if (holidays.some((eve) => eve.startsWith(`${date}T`) && time >= eve.slice(date.length + 1))) return false;
  const slots: unknown[] = Array.isArray(hours["slots"]) ? hours["slots"] : [];
  return slots.filter(isRecord).some((slot) => {
    const { day_of_week: day, start_time: start, end_time: end } = slot;
    return day === weekday && String(start) <= time && time < String(end);
  });
};

/** A start or an end is an instant for everybody, or what the person's own clock shows. */
const isWithinSpan = (hours: Facts, clock: string, atMs: number): boolean => {
  const [start, end] = [hours["starts_at"], hours["ends_at"]];
  const hasCome = (moment: Facts): boolean =>
    "local" in moment ? String(moment["local"]) <= clock : new Date(String(moment["at"])).getTime() <= atMs;
  return !(isRecord(start) && !hasCome(start)) && !(isRecord(end) && hasCome(end));
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local clock of a zone: `2026-11-28`, `21:05`. */
export const readClock = (zone: string, atMs: number): { weekday: number; date: string; time: string } => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? "";
  return {
    weekday: WEEKDAYS.indexOf(part("weekday")),
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
  };
};
