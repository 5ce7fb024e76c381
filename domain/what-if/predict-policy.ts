import { isAnswered } from "../call/call-outcome.rules.ts";
import { ALWAYS_OPEN, limitToSpan } from "../campaign/dialling-window.ts";
import { HOUR_MS } from "../time/durations.rules.ts";
import type { CampaignPast, Policy, PolicyFrom } from "./campaign-past.ts";
import { type CampaignSimulator, createCampaignSimulator } from "./campaign-simulator.ts";
import type { JudgeByRules } from "./past-rules.ts";
import type { SimulatedAttempt } from "./simulation.ts";
import { type Interval, mean, SEEDS, spreadOf } from "./spread.ts";

/** What is asked of a past campaign: these settings in place of its own. */
export interface PolicyChanges extends Partial<Omit<Policy, "retry">> {
  /** Settings of retries that are not given stay. */
  retry?: Partial<Policy["retry"]>;
  /** Dates on which nobody is called, besides those of the hours. */
  holidays?: readonly string[];
  /** Persons whose numbers would have been on the do-not-call list from the beginning. */
  doNotCall?: ReadonlySet<number>;
}

export interface HourFigures {
  /** The hour's first instant; epoch milliseconds. */
  atMs: number;
  attempts: number;
  answers: number;
  costMinor: number;
}

export interface Figures {
  attempts: number;
  /** Attempts that a person answered. */
  answers: number;
  costMinor: number;
  endMs: number;
  byHour: HourFigures[];
}

export interface Prediction {
  /** As it was. */
  was: Figures;
  /** The means of all seeds. */
  would: Figures;
  spread: Record<"attempts" | "answers" | "costMinor" | "endMs", Interval>;
  seeds: number;
  /** Attempts of the middle seed that nobody had made so, and that were drawn. */
  drawn: number;
  /** How many attempts differ between the record and its replay by the campaign's own settings. */
  differing: number;
}

/** A prediction, as it is kept. */
export interface WhatIfResult extends Prediction {
  currency: string | null;
  /** Until when the campaign was known; null: it was over. */
  knownUntilMs: number | null;
}

export const predictPolicy = (
  past: CampaignPast,
  changes: PolicyChanges,
  { seeds = SEEDS, judgeByRules = null }: { seeds?: number; judgeByRules?: JudgeByRules | null } = {},
): Prediction => {
  const simulator = createCampaignSimulator(past, judgeByRules);
  const { doNotCall } = changes;
  const isOwn = Object.values({ ...changes, doNotCall: undefined }).every(isAbsent) && (doNotCall?.size ?? 0) === 0;
  const policies = past.policies.map(({ fromMs, policy }) => ({ fromMs, policy: changePolicy(policy, changes) }));
  const blockedFromMs = doNotCall && blockFromStart(past, doNotCall);
  const replay = replayOwn(past, simulator);
  const runs: RunFigures[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const run = isOwn ? replay.run : runOnce(simulator, { policies, seed, blockedFromMs });
    runs.push(run);
    // Without a draw every seed gives the same.
    if (run.drawn === 0) break;
  }
  return {
    was: readWas(past),
    ...describeRuns(runs, past.startedAtMs),
    drawn: Math.round(mean(runs.map(({ drawn }) => drawn))),
    differing: replay.differing,
  };
};

/** Returns the means of all seeds with their spread. */
export const describeRuns = (
  runs: readonly RunFigures[],
  startedAtMs: number,
): Pick<Prediction, "would" | "spread" | "seeds"> => ({
  would: meanOf(runs),
  spread: {
    attempts: spreadOf(runs.map(({ attempts }) => attempts)),
    answers: spreadOf(runs.map(({ answers }) => answers)),
    costMinor: spreadOf(runs.map(({ costMinor }) => costMinor)),
    endMs: spreadOf(
      runs.map(({ endMs }) => endMs),
      startedAtMs,
    ),
  },
  seeds: runs.length,
});

const isAbsent = (setting: unknown): boolean => setting === undefined;

const changePolicy = (policy: Policy, { doNotCall: _, retry, holidays = [], ...settings }: PolicyChanges): Policy => {
  const changed = { ...policy, ...settings, retry: { ...policy.retry, ...retry } };
  // Other hours are asked about, and the campaign begins and ends as it did.
  const within = { ...changed, hours: limitToSpan(changed.hours, policy.hours?.span ?? null) };
  if (holidays.length === 0) return within;
  const hours = within.hours ?? ALWAYS_OPEN;
  return { ...within, hours: { ...hours, holidays: [...hours.holidays, ...holidays] } };
};

const blockFromStart = ({ people, startedAtMs }: CampaignPast, persons: ReadonlySet<number>): Float64Array => {
  const blocked = people.blockedFromMs.slice();
  for (const person of persons) blocked[person] = startedAtMs;
  return blocked;
};

interface RunFigures extends Figures {
  drawn: number;
}

interface Counter {
  add(attempt: Pick<SimulatedAttempt, "startMs" | "endMs" | "outcome" | "costMinor">): void;
  figures(): Figures;
}

const createCounter = (startedAtMs: number): Counter => {
  const hours = new Map<number, HourFigures>();
  const sum = { attempts: 0, answers: 0, costMinor: 0, endMs: startedAtMs };
  return {
    add: ({ startMs, endMs, outcome, costMinor }) => {
      const atMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
      let hour = hours.get(atMs);
      if (!hour) hours.set(atMs, (hour = { atMs, attempts: 0, answers: 0, costMinor: 0 }));
      const answers = isAnswered(outcome) ? 1 : 0;
      for (const counted of [sum, hour]) {
        counted.attempts += 1;
        counted.answers += answers;
        counted.costMinor += costMinor;
      }
      if (Number.isFinite(endMs)) sum.endMs = Math.max(sum.endMs, endMs);
    },
    figures: () => ({ ...sum, byHour: [...hours.values()].sort((one, other) => one.atMs - other.atMs) }),
  };
};

export const runOnce = (
  simulator: CampaignSimulator,
  run: { policies: readonly PolicyFrom[]; seed: number; blockedFromMs?: Float64Array | undefined },
): RunFigures => {
  const counter = createCounter(run.policies[0]?.fromMs ?? 0);
  let drawn = 0;
  simulator.run({
    ...run,
    onAttempt: (attempt) => {
      counter.add(attempt);
      if (attempt.isDrawn) drawn += 1;
    },
  });
  return { ...counter.figures(), drawn };
};

/** Replays the campaign by its own settings, and counts the attempts that are not as they were. */
const replayOwn = (past: CampaignPast, simulator: CampaignSimulator): { run: RunFigures; differing: number } => {
  const { attempts, people, policies, startedAtMs } = past;
  const counter = createCounter(startedAtMs);
  let [drawn, same, made] = [0, 0, 0];
  simulator.run({
    policies,
    seed: 1,
    followsRecord: true,
    onAttempt: (attempt) => {
      counter.add(attempt);
      made += 1;
      if (attempt.isDrawn) drawn += 1;
      const row = (people.firstAttempt[attempt.person] ?? 0) + attempt.attempt;
      const isSame =
        attempt.attempt < (people.attempts[attempt.person] ?? 0) && attempts.startMs[row] === attempt.startMs;
      if (isSame) same += 1;
    },
  });
  return { run: { ...counter.figures(), drawn }, differing: Math.max(made, attempts.count) - same };
};

const readWas = ({ attempts, outcomes, startedAtMs }: CampaignPast): Figures => {
  const counter = createCounter(startedAtMs);
  for (let row = 0; row < attempts.count; row += 1) {
    const endMs = attempts.endMs[row] ?? Number.POSITIVE_INFINITY;
    counter.add({
      startMs: attempts.startMs[row] ?? 0,
      endMs,
      outcome: Number.isFinite(endMs) ? (outcomes[attempts.outcome[row] ?? 0] ?? "") : "",
      costMinor: attempts.costMinor[row] ?? 0,
    });
  }
  return counter.figures();
};

const meanOf = (runs: readonly RunFigures[]): Figures => {
  const hours = new Map<number, HourFigures>();
  for (const { byHour } of runs)
    for (const { atMs, attempts, answers, costMinor } of byHour) {
      const hour = hours.get(atMs) ?? { atMs, attempts: 0, answers: 0, costMinor: 0 };
      hours.set(atMs, {
        atMs,
        attempts: hour.attempts + attempts / runs.length,
        answers: hour.answers + answers / runs.length,
        costMinor: hour.costMinor + costMinor / runs.length,
      });
    }
  return {
    attempts: mean(runs.map(({ attempts }) => attempts)),
    answers: mean(runs.map(({ answers }) => answers)),
    costMinor: mean(runs.map(({ costMinor }) => costMinor)),
    endMs: mean(runs.map(({ endMs }) => endMs)),
    byHour: [...hours.values()].sort((one, other) => one.atMs - other.atMs),
  };
};
