import { spanOf } from "../../domain/campaign/campaign-span.ts";
import type { CircuitBreakerConfig } from "../../domain/campaign/circuit-breaker.rules.ts";
import { type DiallingHours, limitToSpan } from "../../domain/campaign/dialling-window.ts";
import type { RetryConfig } from "../../domain/campaign/retry.rules.ts";
import type { HoursReading } from "../../domain/campaign/zone-windows.ts";
import type { RecordedPolicy } from "../../domain/record/entry-facts.ts";
import type { Policy, PolicyFrom, StateChange } from "../../domain/what-if/campaign-past.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { PastDecision } from "../../infra/postgres/what-if/campaign-past.repository.ts";

/** What the campaign is called by at this moment, besides its own settings. */
export interface PresentLimits {
  reading: HoursReading;
  /** The smallest limit of calls at a time. */
  concurrency: number;
  callsPerSecond: number | null;
  maxAttemptsPerDay: number | null;
}

/** Settings of the campaign itself, which its log remembers. */
type OwnSettings = Pick<Campaign, "retry_config" | "circuit_breaker" | "max_concurrency" | "budget">;

const OWN = ["retry_config", "circuit_breaker", "max_concurrency", "budget"] as const;

/** Returns the campaign's own settings from each instant on, from today's back through what was changed. */
export const readOwnSettings = (
  campaign: OwnSettings,
  decisions: readonly PastDecision[],
): { fromMs: number; settings: OwnSettings }[] => {
  let settings: OwnSettings = campaign;
  const found: { fromMs: number; settings: OwnSettings }[] = [];
  for (const { at, event, details } of decisions.toReversed()) {
    if (event !== "updated" || !details) continue;
    const changed = OWN.filter((name) => details[name] !== undefined);
    if (changed.length === 0) continue;
    found.push({ fromMs: at.getTime(), settings });
    settings = { ...settings, ...Object.fromEntries(changed.map((name) => [name, formerOf(details[name])])) };
  }
  return [{ fromMs: Number.NEGATIVE_INFINITY, settings }, ...found.reverse()];
};

const formerOf = (change: unknown): unknown =>
  typeof change === "object" && change !== null && "from" in change ? change.from : undefined;

/** What admissions were decided by from an instant on, as the record has it. */
export interface AdmittedBy {
  fromMs: number;
  hours: DiallingHours | null;
  maxAttemptsPerDay: number | null;
}

export const readRecordedPolicy = (policy: RecordedPolicy, fromMs: number): AdmittedBy => ({
  fromMs,
  hours:
    policy.hours &&
    limitToSpan(
      { slots: policy.hours.slots, holidays: policy.hours.holidays },
      spanOf({ starts_at: policy.hours.starts_at ?? null, ends_at: policy.hours.ends_at ?? null }),
    ),
  maxAttemptsPerDay: policy.max_attempts_per_number_per_day,
});

/**
 * Leaves out those that say what the one before says: calls that rule packs of several countries concern have policies of their own,
 * which alternate, and whose hours and limit here are the same.
 */
export const withoutRepeated = (admittedBy: readonly AdmittedBy[]): AdmittedBy[] => {
  const saysOf = ({ hours, maxAttemptsPerDay }: AdmittedBy) => JSON.stringify([hours, maxAttemptsPerDay]);
  let before: string | null = null;
  return admittedBy.filter((each) => {
    const says = saysOf(each);
    const isNew = says !== before;
    before = says;
    return isNew;
  });
};

/** Joins what the campaign's log and the record know of its settings into those in force from each instant on. */
export const joinPolicies = (
  own: readonly { fromMs: number; settings: OwnSettings }[],
  admittedBy: readonly AdmittedBy[],
  { limits, startedAtMs, peak }: { limits: PresentLimits; startedAtMs: number; peak: number },
): PolicyFrom[] => {
  const { reading, concurrency, callsPerSecond, maxAttemptsPerDay } = limits;
  const present: AdmittedBy = { fromMs: startedAtMs, hours: reading.hours, maxAttemptsPerDay };
  const instants = [startedAtMs, ...own.map(({ fromMs }) => fromMs), ...admittedBy.map(({ fromMs }) => fromMs)];
  const ordered = [...new Set(instants.filter((atMs) => atMs >= startedAtMs))].sort((one, other) => one - other);
  return ordered.map((fromMs) => {
    const { settings } = own.findLast((each) => each.fromMs <= fromMs) ?? { settings: own[0]?.settings };
    const { hours, maxAttemptsPerDay: most } =
      admittedBy.findLast((each) => each.fromMs <= fromMs) ?? admittedBy[0] ?? present;
    if (!settings) throw new Error("a campaign has settings");
    return {
      fromMs,
      policy: {
        ...toPolicySettings(settings),
        // The limits of account and organization are today's; where more calls were made at a time, they were higher then.
        maxConcurrency: settings.max_concurrency ?? Math.max(concurrency, peak),
        hours,
        maxAttemptsPerDay: most,
        fallbackZone: reading.fallbackZone,
        callsPerSecond,
      } satisfies Policy,
    };
  });
};

const toPolicySettings = ({ retry_config, circuit_breaker, budget }: OwnSettings) => {
  const retry: RetryConfig = retry_config;
  const breaker: CircuitBreakerConfig = circuit_breaker;
  return { retry, breaker, budget };
};

const STOPS = new Set(["paused", "breaker_tripped", "failed", "canceled"]);

/** Returns when the campaign began and ceased to call, from its log. */
export const listStateChanges = (decisions: readonly PastDecision[]): StateChange[] =>
  decisions
    .filter(({ event }) => event === "resumed" || STOPS.has(event))
    .map(({ at, event }) => ({
      atMs: at.getTime(),
      isRunning: event === "resumed",
      byBreaker: event === "breaker_tripped",
    }));
