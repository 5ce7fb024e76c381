import { DateTime } from "luxon";
import { DAY_MS } from "../time/durations.rules.ts";
import type { OwnCheck, RuledAttempt } from "./judge-rules.ts";
import type { OwnRule, OwnRuleValues } from "./own-rule.ts";
import { WEEKDAYS } from "./rule-pack.ts";
import { OWN } from "./rule-standing.rules.ts";

/** What an expression knows of the called person whatever the time. */
export type KnownOfCall = Omit<OwnRuleValues, "localTime" | "hour" | "weekday" | "attemptsToday" | "attempts7d">;

export interface OwnQuestion {
  known: KnownOfCall;
  zones: readonly string[];
  attempts: readonly RuledAttempt[];
}

/** Makes a rule a question about one call: it must be true on the clock of every zone that the person may be in. */
export const buildOwnCheck = (
  { name, if_false: ifFalse }: OwnRule,
  isTrue: (values: OwnRuleValues) => boolean,
  { known, zones, attempts }: OwnQuestion,
): OwnCheck => ({
  law: { pack: OWN, rule: name, paragraph: "" },
  ifFalse,
  holdsAt: (atMs) => {
    const count = (days: number) => attempts.filter((attempt) => attempt.atMs > atMs - days * DAY_MS).length;
    const counted = { attemptsToday: count(1), attempts7d: count(7) };
    // Zones whose clocks show the same are asked once.
    const clocks = new Map(
      zones.map((zone) => readClock(zone, atMs)).map((clock) => [`${clock.weekday} ${clock.localTime}`, clock]),
    );
    return [...clocks.values()].every((clock) => isTrue({ ...known, ...counted, ...clock }));
  },
});

const readClock = (zone: string, atMs: number): Pick<OwnRuleValues, "localTime" | "hour" | "weekday"> => {
  const there = DateTime.fromMillis(atMs, { zone });
  return { localTime: there.toFormat("HH:mm"), hour: there.hour, weekday: WEEKDAYS[there.weekday - 1] ?? "" };
};
