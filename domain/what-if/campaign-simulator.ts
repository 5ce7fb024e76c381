import { createAdmissionDesk } from "./admission-desk.ts";
import { createCallOrder } from "./attempt-order.ts";
import type { CampaignPast, PolicyFrom } from "./campaign-past.ts";
import { createHabits, type Likeness } from "./habits.ts";
import { createHourReader } from "./local-hours.ts";
import type { JudgeByRules } from "./past-rules.ts";
import { createRecordedBehaviour, type HourOf } from "./recorded-behaviour.ts";
import { readDelays } from "./recorded-delays.ts";
import { simulateCampaign } from "./simulate-campaign.ts";
import type { SimulatedAttempt } from "./simulation.ts";

export interface SimulatedRun {
  policies: readonly PolicyFrom[];
  seed: number;
  /** Replays the campaign as it was. */
  followsRecord?: boolean;
  /** From when each number may not be called; absent: as it was. */
  blockedFromMs?: Float64Array | undefined;
  onAttempt(attempt: SimulatedAttempt): void;
}

/** A campaign that can be run again and again, by its own settings or by others. */
export interface CampaignSimulator {
  run(run: SimulatedRun): { endMs: number };
}

/** Reads off a campaign what its people did, by who they are like, and how long its workers took. */
export const readHabits = (past: CampaignPast, rules: Parameters<typeof readDelays>[1]) => {
  const { people, attempts } = past;
  const delays = readDelays(past, rules);
  const hourOf = createHourOf(past);
  const likenessOf = (row: number): Likeness => {
    const person = attempts.person[row] ?? 0;
    const attempt = row - (people.firstAttempt[person] ?? row);
    const before = attempt === 0 ? -1 : (attempts.outcome[row - 1] ?? -1);
    return { hour: hourOf(person, delays.admittedMs[row] ?? 0), attempt, zone: people.zone[person] ?? 0, before };
  };
  return { habits: createHabits(past, likenessOf), delays, hourOf };
};

/** Returns what reads the hour of a person's day. */
export const createHourOf = ({
  people,
  zones,
  policies,
}: Pick<CampaignPast, "people" | "zones" | "policies">): HourOf => {
  const readHour = createHourReader(zones, policies[0]?.policy.fallbackZone ?? "UTC");
  return (person, atMs) => readHour(people.zone[person] ?? 0, atMs);
};

export const createCampaignSimulator = (
  past: CampaignPast,
  judgeByRules: JudgeByRules | null = null,
): CampaignSimulator => {
  const { people } = past;
  const desk = createAdmissionDesk(past, judgeByRules);
  const recordedOrder = createCallOrder(past, { unmadeComeLast: true });
  const order = createCallOrder(past, { unmadeComeLast: false });
  const { habits, delays, hourOf } = readHabits(past, { desk, order: recordedOrder });
  return {
    run: ({ policies: runPolicies, seed, blockedFromMs, followsRecord = false, onAttempt }) => {
      const asked = blockedFromMs ? { ...past, people: { ...people, blockedFromMs } } : past;
      const behaviour = createRecordedBehaviour(past, { delays, habits, hourOf, seed });
      const runDesk = blockedFromMs ? createAdmissionDesk(asked, judgeByRules) : desk;
      return simulateCampaign({
        past: asked,
        policies: runPolicies,
        desk: runDesk,
        order: followsRecord ? recordedOrder : order,
        behaviour,
        followsRecord,
        onAttempt,
      });
    },
  };
};
