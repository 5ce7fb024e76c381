import { readDate } from "../conversation/heard/dates.ts";
import { HEARD_LANGUAGES, type HeardLanguage } from "../conversation/heard/fold-words.ts";
import { readTime } from "../conversation/heard/times.ts";
import { isClockTime, showClock } from "../time/clock-time.ts";
import { DAY_MS, MINUTE_MS } from "../time/durations.rules.ts";
import { readLocal } from "./campaign-span.ts";
import { type CampaignState, isCampaignOver } from "./campaign-states.rules.ts";

/** What an agent writes down when a person asks to be called at another time: a date-time, or a day and a time. */
export const CALL_BACK_VARIABLES = ["call_back_at", "call_back_date", "call_back_time"] as const;

/** So often a contact of a campaign may ask for it: whoever always puts it off is not called for ever. */
export const MOST_CALL_BACKS = 3;
const MOST_DAYS_AHEAD = 60;
/** A call that was asked for "now" is made at once. */
const LATE_MS = 2 * MINUTE_MS;

export type CallBackReading =
  | { kind: "none" }
  /** `says`: what the person's clock shows then, `2026-12-01T17:00`. */
  | { kind: "at"; atMs: number; says: string }
  | { kind: "ignored"; reason: string };

interface Place {
  /** The person's zone. */
  zone: string;
  /** When it was said; epoch milliseconds. */
  saidAtMs: number;
  nowMs: number;
  /** The agent's, in which words are read first. */
  language: HeardLanguage;
}

/**
 * Reads from the variables of a conversation when the person wants to be called, on the person's own clock: `2026-12-01T17:00`, an
 * instant with its offset, or words in one of the languages that are heard ("tomorrow at five"). A time without a day is the next time
 * that the clock shows it. Something written that is no such time is ignored, with a reason for people.
 */
export const readCallBack = (variables: Readonly<Record<string, unknown>>, place: Place): CallBackReading => {
  const [at, date, time] = CALL_BACK_VARIABLES.map((name) => textOf(variables[name]));
  const written = at ?? [date, time].filter((part) => part !== null).join(" ");
  if (written === "") return { kind: "none" };
  const read = readWritten(written, place) ?? readWords(written, place);
  if (read === null)
    return {
      kind: "ignored",
      reason: `"${written.slice(0, 60)}" names no day and time at which somebody can be called`,
    };
  if (read.atMs < place.nowMs - LATE_MS) return { kind: "ignored", reason: `${read.says} has passed` };
  if (read.atMs > place.nowMs + MOST_DAYS_AHEAD * DAY_MS)
    return { kind: "ignored", reason: `${read.says} is more than ${MOST_DAYS_AHEAD} days away` };
  return { kind: "at", ...read };
};

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

type Time = { atMs: number; says: string };

const WRITTEN = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

const readWritten = (text: string, { zone }: Place): Time | null => {
  const [, day, time, offset] = WRITTEN.exec(text) ?? [];
  if (day === undefined || time === undefined || !isClockTime(`${day}T${time}`)) return null;
  if (offset === undefined) return onClock(`${day}T${time}`, zone);
  const atMs = Date.parse(text.replace(" ", "T"));
  return Number.isNaN(atMs) ? null : { atMs, says: showClock(zone, atMs) };
};

const readWords = (text: string, place: Place): Time | null => {
  const today = showClock(place.zone, place.saidAtMs).slice(0, "2026-12-01".length);
  const languages = [place.language, ...HEARD_LANGUAGES.filter((each) => each !== place.language)];
  const read = languages.map((language) => readIn(language, text, { ...place, today }));
  return read.find((each) => each !== null) ?? null;
};

const CLOCK = /^\d{2}:\d{2}$/;

const readIn = (language: HeardLanguage, text: string, place: Place & { today: string }): Time | null => {
  const day = readDate(text, { language, today: place.today });
  const time = CLOCK.test(text) ? text : (readTime(text.replace(day ?? "", " "), language) ?? readTime(text, language));
  if (time === null) return null;
  const local = `${day ?? place.today}T${time}`;
  if (!isClockTime(local)) return null;
  const read = onClock(local, place.zone);
  if (day !== null || read.atMs > place.saidAtMs) return read;
  const tomorrow = new Date(Date.parse(`${place.today}T00:00Z`) + DAY_MS).toISOString().slice(0, place.today.length);
  return onClock(`${tomorrow}T${time}`, place.zone);
};

/** A time that the clock shows twice is the second one: it is not before what was asked for. */
const onClock = (local: string, zone: string): Time => ({ atMs: readLocal(local, zone).lastMs, says: local });

interface AskedCallBack {
  /** The call in which it was asked for. */
  call: { outcome: string | null; attempt: number };
  campaignState: CampaignState;
  contact: { state: string; attempts: number; call_backs: number };
  /** The time that was asked for comes when the campaign is over on the person's clock. */
  isAfterEnd: boolean;
}

/** Returns why a call back that was asked for is not planned; null when it can be. */
export const explainNoCallBack = ({ call, campaignState, contact, isAfterEnd }: AskedCallBack): string | null => {
  if (call.outcome === "opted_out") return "the person asked not to be called any more";
  if (isCampaignOver(campaignState)) return `the campaign is ${campaignState}`;
  if (isAfterEnd) return "the campaign's end comes before";
  if (contact.state === "suppressed") return "the contact is suppressed";
  if (contact.state === "in_flight" || contact.attempts > call.attempt) return "the contact was called again since";
  return contact.call_backs >= MOST_CALL_BACKS ? `the contact was called back ${MOST_CALL_BACKS} times already` : null;
};
