import { expect, it } from "@jest/globals";
import type { CampaignPast } from "../../../domain/what-if/campaign-past.ts";
import { forecastFromPast } from "../../../domain/what-if/forecast-from-past.ts";
import { predictPolicy } from "../../../domain/what-if/predict-policy.ts";
import type { Interval } from "../../../domain/what-if/spread.ts";
import { PLAIN_POLICY, runForReal, START_MS } from "./generated-campaign.ts";

const run = (seed: number, people: number): CampaignPast =>
  runForReal({ seed, people, policies: [{ fromMs: START_MS, policy: { ...PLAIN_POLICY, maxConcurrency: 8 } }] });

/** The same people and settings before anybody was called. */
const asDraft = ({ people, attempts, ...campaign }: CampaignPast): CampaignPast => ({
  ...campaign,
  people: {
    ...people,
    firstAttempt: new Int32Array(people.count),
    attempts: new Uint8Array(people.count),
  },
  attempts: {
    ...attempts,
    count: 0,
    person: new Int32Array(0),
    admittedMs: new Float64Array(0),
    startMs: new Float64Array(0),
    endMs: new Float64Array(0),
    outcome: new Uint8Array(0),
    costMinor: new Float64Array(0),
  },
});

const isWithin = (value: number, { low, high }: Interval): boolean => value >= low && value <= high;

it("a draft is foreseen within the spread that is told, from a campaign of other people with the same habits", () => {
  const [earlier, later] = [run(11, 3000), run(12, 3000)];
  const truth = predictPolicy(later, {}, { seeds: 1 }).was;
  const { would, spread, seeds } = forecastFromPast({ draft: asDraft(later), earlier });
  expect(seeds).toBe(12);
  for (const name of ["attempts", "answers", "costMinor", "endMs"] as const)
    expect([name, isWithin(truth[name], spread[name])]).toEqual([name, true]);
  expect(Math.abs(would.attempts - truth.attempts) / truth.attempts).toBeLessThan(0.03);
  expect(Math.abs(would.answers - truth.answers) / truth.answers).toBeLessThan(0.05);
  expect(Math.abs(would.endMs - truth.endMs) / (truth.endMs - START_MS)).toBeLessThan(0.06);
});

it("a forecast is what the simulator says: where everybody did the same, everybody does it again, one after another", () => {
  const earlier: CampaignPast = {
    ...run(11, 1),
    attempts: {
      count: 1,
      person: Int32Array.of(0),
      admittedMs: Float64Array.of(START_MS),
      startMs: Float64Array.of(START_MS),
      endMs: Float64Array.of(START_MS + 60_000),
      outcome: Uint8Array.of(0),
      costMinor: Float64Array.of(2),
    },
  };
  earlier.people.attempts[0] = 1;
  const draft = asDraft(run(12, 5));
  const policies = [{ fromMs: START_MS, policy: { ...PLAIN_POLICY, maxConcurrency: 1 } }];
  const { would, spread } = forecastFromPast({ draft: { ...draft, policies }, earlier });
  expect(would).toMatchObject({ attempts: 5, answers: 5, costMinor: 10, endMs: START_MS + 5 * 60_000 });
  expect(spread.attempts).toEqual({ low: 5, high: 5 });
});
