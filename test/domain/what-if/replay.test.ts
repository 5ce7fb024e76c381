import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { HOUR_MS, MINUTE_MS } from "../../../domain/time/durations.rules.ts";
import type { Policy, PolicyFrom, StateChange } from "../../../domain/what-if/campaign-past.ts";
import { predictPolicy } from "../../../domain/what-if/predict-policy.ts";
import { drawFrom } from "../../../domain/what-if/seeded-draws.ts";
import { PLAIN_POLICY, runForReal, START_MS } from "./generated-campaign.ts";

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const hoursFrom = (start_time: string, end_time: string) => ({
  slots: DAYS.map((day_of_week) => ({ day_of_week, start_time, end_time })),
  holidays: [],
});

const policy: fc.Arbitrary<Policy> = fc
  .record({
    max_retries: fc.integer({ min: 0, max: 4 }),
    delay: fc.constantFrom(0, 60, 600, 3600, 20_000),
    hours: fc.constantFrom(null, hoursFrom("09:00", "17:00"), hoursFrom("10:00", "12:00")),
    maxConcurrency: fc.integer({ min: 1, max: 30 }),
    callsPerSecond: fc.constantFrom(null, 0.2, 1, 5),
    maxAttemptsPerDay: fc.constantFrom(null, 1, 2),
    budget: fc.constantFrom(null, 40, 200, 2000),
    breaks: fc.boolean(),
    retryOnVoicemail: fc.boolean(),
  })
  .map((drawn) => ({
    ...PLAIN_POLICY,
    retry: {
      ...PLAIN_POLICY.retry,
      max_retries: drawn.max_retries,
      retry_delay_seconds: drawn.delay,
      retry_on_voicemail: drawn.retryOnVoicemail,
    },
    hours: drawn.hours,
    maxConcurrency: drawn.maxConcurrency,
    callsPerSecond: drawn.callsPerSecond,
    maxAttemptsPerDay: drawn.maxAttemptsPerDay,
    budget: drawn.budget === null ? null : { total_minor: drawn.budget, currency: "USD" },
    breaker: { enabled: drawn.breaks, failure_threshold: 0.15, window_seconds: 300, min_calls_in_window: 10 },
  }));

/** Pauses and resumes, one after the other. */
const changes: fc.Arbitrary<StateChange[]> = fc
  .array(fc.integer({ min: 1, max: 200 }), { maxLength: 6 })
  .map((minutes) =>
    minutes
      .sort((one, other) => one - other)
      .map((minute, index) => ({ atMs: START_MS + minute * MINUTE_MS, isRunning: index % 2 === 1, byBreaker: false })),
  );

describe("the replay of a campaign by its own settings", () => {
  it("gives its own attempts exactly, whatever its settings, pauses, changes, budgets and entries in the middle were", () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.nat(1_000_000),
          people: fc.integer({ min: 1, max: 150 }),
          zones: fc.integer({ min: 1, max: 4 }),
          first: policy,
          later: fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), policy), { maxLength: 2 }),
          changes,
          share: fc.constantFrom(0, 0.2),
          knownFor: fc.constantFrom(null, 30, 120),
          slowestMs: fc.constantFrom(1, 500, 20_000),
        }),
        ({ first, later, share, knownFor, ...drawn }) => {
          const policies: PolicyFrom[] = [
            { fromMs: START_MS, policy: first },
            ...later
              .map(([minute, each]) => ({ fromMs: START_MS + minute * MINUTE_MS, policy: each }))
              .sort((one, other) => one.fromMs - other.fromMs),
          ];
          const past = runForReal({
            ...drawn,
            policies,
            highestCostMinor: 6,
            blocked: (person) =>
              drawFrom(drawn.seed, person, 9) < share
                ? START_MS + drawFrom(drawn.seed, person, 10) * 3 * HOUR_MS
                : Number.POSITIVE_INFINITY,
            ...(knownFor !== null && { knownUntilMs: START_MS + knownFor * MINUTE_MS }),
          });
          const prediction = predictPolicy(past, {});
          expect(prediction).toMatchObject({ differing: 0, drawn: 0, seeds: 1 });
          expect(prediction.would).toEqual(prediction.was);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("tells another policy apart", () => {
    const past = runForReal({ seed: 1, people: 200, policies: [{ fromMs: START_MS, policy: PLAIN_POLICY }] });
    const fewer = predictPolicy(past, { retry: { ...PLAIN_POLICY.retry, max_retries: 0 } });
    expect(fewer.differing).toBe(0);
    expect(fewer.would.attempts).toBe(200);
    expect(fewer.was.attempts).toBeGreaterThan(300);
    const blocked = predictPolicy(past, { doNotCall: new Set([0, 1, 2, 3]) });
    expect(blocked.would.attempts).toBeLessThan(blocked.was.attempts);
  });
});
