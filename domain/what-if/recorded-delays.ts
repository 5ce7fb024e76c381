import type { AdmissionDesk } from "./admission-desk.ts";
import type { CallOrder } from "./attempt-order.ts";
import type { CampaignPast } from "./campaign-past.ts";
import { simulateCampaign } from "./simulate-campaign.ts";
import type { Behaviour } from "./simulation.ts";

/**
 * What the rules do not say of when calls began: workers take a moment, and two processes may take contacts in another order. The
 * delays are read off the record, so that the same policy gives the same instants, and another one the same workers.
 */
export interface RecordedDelays {
  /** When the rules admitted the attempt; epoch milliseconds. */
  admittedMs: Float64Array;
  /** From there to its request. */
  startMs: Float64Array;
  /** For how long the contact stood back from its turn on, for reasons that the rules do not know. */
  heldMs: Float64Array;
  /** By person: the same of an attempt that no worker had begun when the campaign was stopped. */
  unbegunMs: Float64Array;
}

/** No worker needs longer to begin a call that the rules have let in, even where another one takes over from one that was killed. */
const MOST_HAND_OVER_MS = 30_000;

interface Rules {
  desk: AdmissionDesk;
  order: CallOrder;
}

/** Runs the campaign by its rules, and compares when each contact had its turn with when it was called. */
export const readDelays = (past: CampaignPast, { desk, order }: Rules): RecordedDelays => {
  const { attempts, people } = past;
  const delays: RecordedDelays = {
    admittedMs: attempts.admittedMs.slice(),
    startMs: new Float64Array(attempts.count),
    heldMs: new Float64Array(attempts.count),
    unbegunMs: new Float64Array(people.count),
  };
  const behaviour = createRecordedTimes(past, delays);
  simulateCampaign({
    past,
    policies: past.policies,
    desk,
    order,
    behaviour,
    followsRecord: true,
    onAttempt: () => undefined,
  });
  return delays;
};

const createRecordedTimes = (past: CampaignPast, delays: RecordedDelays): Behaviour => {
  const { attempts, people } = past;
  const rowOf = (person: number, attempt: number): number =>
    attempt < (people.attempts[person] ?? 0) ? (people.firstAttempt[person] ?? 0) + attempt : -1;
  return {
    wasCalledAgain: (person, attempt) => rowOf(person, attempt + 1) >= 0,
    standBackMs: (person, attempt, nowMs) => {
      const row = rowOf(person, attempt);
      if (row < 0) return standBackFromStop(past, delays, { person, nowMs });
      const heldMs = Math.max((attempts.admittedMs[row] ?? 0) - nowMs, 0);
      delays.heldMs[row] = heldMs;
      return heldMs;
    },
    answer: ({ person, attempt, admittedMs }) => {
      const row = rowOf(person, attempt);
      if (row < 0) return null;
      const startMs = attempts.startMs[row] ?? 0;
      delays.admittedMs[row] = admittedMs;
      delays.startMs[row] = startMs - admittedMs;
      return {
        outcome: attempts.outcome[row] ?? 0,
        delayMs: startMs - admittedMs,
        lastsMs: (attempts.endMs[row] ?? 0) - startMs,
        costMinor: attempts.costMinor[row] ?? 0,
        isDrawn: false,
      };
    },
  };
};

/**
 * An attempt that was never made: the campaign left the contact at a later instant, or was stopped a moment after its turn, and no
 * worker had begun it by then. Otherwise it is a difference between the rules and the record, and stays one.
 */
const standBackFromStop = (
  { changes, knownUntilMs, people }: CampaignPast,
  { unbegunMs }: RecordedDelays,
  { person, nowMs }: { person: number; nowMs: number },
): number => {
  const leftAtMs = people.leftAtMs[person] ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(leftAtMs)) return keepUnbegun(unbegunMs, person, Math.max(leftAtMs - nowMs, 0));
  const stop = changes.find((change) => change.atMs >= nowMs && !change.isRunning)?.atMs ?? Number.POSITIVE_INFINITY;
  const forMs = Math.min(stop, knownUntilMs) - nowMs + 1;
  return forMs > MOST_HAND_OVER_MS || (unbegunMs[person] ?? 0) > 0 ? 0 : keepUnbegun(unbegunMs, person, forMs);
};

const keepUnbegun = (unbegunMs: Float64Array, person: number, forMs: number): number => {
  unbegunMs[person] = forMs;
  return forMs;
};
