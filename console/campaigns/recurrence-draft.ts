import type { Campaign } from "../api/routes.ts";

/** How often a campaign makes another one; `own`: by a rule that is written as it is. */
export const REPEATS = ["no", "daily", "weekdays", "own"] as const;
export type Repeats = (typeof REPEATS)[number];
export const isRepeats = (value: string): value is Repeats => REPEATS.some((each) => each === value);

export const OVERLAPS = ["skip", "wait", "stop"] as const;
export const MISSED = ["run", "skip"] as const;
type Overlap = (typeof OVERLAPS)[number];
type Missed = (typeof MISSED)[number];
export const isOverlap = (value: string): value is Overlap => OVERLAPS.some((each) => each === value);
export const isMissed = (value: string): value is Missed => MISSED.some((each) => each === value);

type Recurrence = NonNullable<Campaign["recurrence"]>;

export interface RecurrenceDraft {
  repeats: Repeats;
  /** `09:00` */
  repeatsAt: string;
  rule: string;
  rhythmZone: string;
  overlap: Overlap;
  missed: Missed;
  /** Holidays, which the form does not show. */
  keptDays: { holidays: string[]; holiday_calendar: string | null };
}

export const createRecurrenceDraft = (zone: string): RecurrenceDraft => ({
  repeats: "no",
  repeatsAt: "10:00",
  rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=10",
  rhythmZone: zone,
  overlap: "skip",
  missed: "run",
  keptDays: { holidays: [], holiday_calendar: null },
});

export const toRecurrenceDraft = (recurrence: Recurrence | null, zone: string): RecurrenceDraft => {
  if (recurrence === null) return createRecurrenceDraft(zone);
  const { rule, timezone, overlap, missed, holidays, holiday_calendar } = recurrence;
  const draft = { ...createRecurrenceDraft(timezone), rule, overlap, missed, keptDays: { holidays, holiday_calendar } };
  for (const repeats of ["daily", "weekdays"] as const) {
    const time = readTime(rule, PREFIXES[repeats]);
    if (time !== null) return { ...draft, repeats, repeatsAt: time };
  }
  return { ...draft, repeats: "own" };
};

const PREFIXES = { daily: "FREQ=DAILY", weekdays: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR" } as const;

/** Null: the rule is another one. */
const readTime = (rule: string, prefix: string): string | null => {
  const [, hour, minute = "0"] = /^;BYHOUR=(\d{1,2})(?:;BYMINUTE=(\d{1,2}))?$/.exec(rule.slice(prefix.length)) ?? [];
  if (!rule.startsWith(prefix) || hour === undefined) return null;
  return `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
};

/** Converts the choices to what the API takes; null: the campaign dials once, by itself. */
export const toRecurrence = (draft: RecurrenceDraft): Recurrence | null => {
  const { repeats, repeatsAt, rule, rhythmZone, overlap, missed, keptDays } = draft;
  if (repeats === "no") return null;
  const [hour = "0", minute = "0"] = repeatsAt.split(":");
  const written = repeats === "own" ? rule : `${PREFIXES[repeats]};BYHOUR=${Number(hour)};BYMINUTE=${Number(minute)}`;
  return { rule: written, timezone: rhythmZone, overlap, missed, ...keptDays };
};
