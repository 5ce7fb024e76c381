import type { AdmissionDesk, Asked, Standing } from "./admission-desk.ts";
import type { CallOrder } from "./attempt-order.ts";
import { type CampaignPast, type Policy, type PolicyFrom, policyAt } from "./campaign-past.ts";
import { createEventHeap, type EventHeap } from "./event-heap.ts";
import { createRecentAttempts, type RecentAttempts } from "./recent-attempts.ts";
import { createBreaker, createRecordedBreaker, type SimulatedBreaker } from "./simulated-breaker.ts";

/** How one call goes. */
export interface CallCourse {
  /** An index of the campaign's outcomes. */
  outcome: number;
  /** From the admission to the request. */
  delayMs: number;
  /** From the request to the end; infinite: it is not known yet. */
  lastsMs: number;
  costMinor: number;
  /** It was drawn from people alike, because this person was never called so. */
  isDrawn: boolean;
}

export interface CallAsked {
  person: number;
  /** From 0. */
  attempt: number;
  admittedMs: number;
  /** The index of the outcome of the attempt before; -1: it is the first. */
  before: number;
}

/** What people do when they are called; null: nothing is known of anybody. */
export interface Behaviour {
  answer(asked: CallAsked): CallCourse | null;
  /** For how long the person stands back for others when it would be called. */
  standBackMs(person: number, attempt: number, nowMs: number): number;
  /** Tells whether the campaign called the person again after an attempt. */
  wasCalledAgain(person: number, attempt: number): boolean;
}

/** An attempt as it was simulated. */
export interface SimulatedAttempt {
  person: number;
  attempt: number;
  /** When the rules let it in. */
  admittedMs: number;
  startMs: number;
  endMs: number;
  /** Empty: it is not over. */
  outcome: string;
  costMinor: number;
  isDrawn: boolean;
}

export interface SimulationInput {
  /** Its people, settings and changes; what was recorded of attempts is for its behaviour to know. */
  past: Omit<CampaignPast, "attempts">;
  policies: readonly PolicyFrom[];
  desk: AdmissionDesk;
  order: CallOrder;
  behaviour: Behaviour;
  /**
   * Replays the campaign's own settings: the breaker trips when it did, and nobody whom the campaign never called comes before
   * somebody who stood back for a moment.
   */
  followsRecord: boolean;
  onAttempt(attempt: SimulatedAttempt): void;
  /** Told when a trip of the breaker takes effect. */
  onTrip?(atMs: number): void;
}

/** What is known of each person while the simulation runs. */
interface PeopleNow {
  dueMs: Float64Array;
  made: Uint8Array;
  retries: Uint8Array;
  failedRetries: Uint8Array;
  /** 0: not yet, 1: it does, 2: it is over. */
  hasStoodBack: Uint8Array;
  /** Of the latest call. */
  outcome: Int16Array;
  costMinor: Float64Array;
}

export interface Simulation extends SimulationInput {
  due: EventHeap;
  ready: EventHeap;
  ends: EventHeap;
  recent: RecentAttempts;
  breaker: SimulatedBreaker;
  standing: Standing;
  now: PeopleNow;
  nowMs: number;
  endMs: number;
  isRunning: boolean;
  isOutOfBudget: boolean;
  /** When a trip of the breaker takes effect. */
  pausesAtMs: number;
  /** When the account's pace has a slot. */
  paceAtMs: number;
  /** How many persons stand back for others at this moment. */
  standingBack: number;
  nextChange: number;
  nextPolicy: number;
  policy: Policy;
  /** The settings before, and when they ended. */
  former: { policy: Policy; untilMs: number } | null;
}

export const createSimulation = (input: SimulationInput): Simulation => {
  const { past, policies } = input;
  const { count } = past.people;
  const due = createEventHeap();
  for (let person = 0; person < count; person += 1) due.push(past.startedAtMs, person);
  const later = policies.findIndex(({ fromMs }) => fromMs > past.startedAtMs);
  return {
    ...input,
    due,
    ready: createEventHeap(),
    ends: createEventHeap(),
    recent: createRecentAttempts(),
    breaker: input.followsRecord ? createRecordedBreaker() : createBreaker(past.changes),
    standing: { inFlight: 0, spentMinor: 0, heldMinor: 0, slotMs: 0 },
    now: {
      dueMs: new Float64Array(count).fill(past.startedAtMs),
      made: new Uint8Array(count),
      retries: new Uint8Array(count),
      failedRetries: new Uint8Array(count),
      hasStoodBack: new Uint8Array(count),
      outcome: new Int16Array(count).fill(-1),
      costMinor: new Float64Array(count),
    },
    nowMs: past.startedAtMs,
    endMs: past.startedAtMs,
    isRunning: true,
    isOutOfBudget: false,
    pausesAtMs: Number.POSITIVE_INFINITY,
    paceAtMs: Number.POSITIVE_INFINITY,
    standingBack: 0,
    nextChange: 0,
    nextPolicy: later < 0 ? policies.length : later,
    policy: policyAt(policies, past.startedAtMs),
    former: null,
  };
};

export const askFor = ({ policy, recent, nowMs }: Simulation, person: number): Asked => ({
  person,
  atMs: nowMs,
  policy,
  recentMs: policy.maxAttemptsPerDay === null ? [] : recent.of(person, nowMs),
  attempts: policy.rules ? recent.all(person) : [],
});
