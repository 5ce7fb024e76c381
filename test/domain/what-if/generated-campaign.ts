import { createAdmissionDesk } from "../../../domain/what-if/admission-desk.ts";
import type { CallOrder } from "../../../domain/what-if/attempt-order.ts";
import type {
  Attempts,
  CampaignPast,
  People,
  Policy,
  PolicyFrom,
  StateChange,
} from "../../../domain/what-if/campaign-past.ts";
import { createHourReader } from "../../../domain/what-if/local-hours.ts";
import { drawFrom } from "../../../domain/what-if/seeded-draws.ts";
import { simulateCampaign } from "../../../domain/what-if/simulate-campaign.ts";
import type { Behaviour, SimulatedAttempt } from "../../../domain/what-if/simulation.ts";

export const OUTCOMES = ["answered", "busy", "no_answer", "voicemail", "failed"] as const;
export const START_MS = Date.UTC(2026, 2, 2, 9);
export const ZONES = ["America/New_York", "America/Chicago", "America/Los_Angeles,America/Denver", ""];

export const PLAIN_POLICY: Policy = {
  retry: {
    enabled: true,
    max_retries: 2,
    retry_delay_seconds: 3600,
    retry_on_busy: true,
    retry_on_no_answer: true,
    retry_on_voicemail: true,
  },
  hours: null,
  fallbackZone: "America/New_York",
  maxConcurrency: 20,
  callsPerSecond: null,
  maxAttemptsPerDay: null,
  budget: null,
  breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 5 },
};

/** People whose habits are known, because they are made up. */
export interface World {
  seed: number;
  people: number;
  zones?: number;
  policies: readonly PolicyFrom[];
  changes?: readonly StateChange[];
  blocked?(person: number): number;
  highestCostMinor?: number;
  /** The longest time that a worker takes for a call. */
  slowestMs?: number;
  knownUntilMs?: number;
}

/** How probable each outcome is at an hour of the day, for some kind of person, at an attempt: evenings are best. */
const weightsAt = (hour: number, { isLate, attempt }: { isLate: boolean; attempt: number }): number[] => {
  const evening = hour >= 17 ? 1.7 : hour >= 12 ? 1.1 : 0.8;
  const answered = 0.3 * evening * (isLate ? 1.25 : 0.85) * (attempt >= 2 ? 0.75 : 1);
  const rest = 1 - answered;
  return [answered, rest * 0.2, rest * 0.5, rest * 0.22, rest * 0.08];
};

const LASTS_SECONDS = [95, 4, 32, 28, 3];

const habitsOf = (world: World, hourOf: (person: number, atMs: number) => number): Behaviour => ({
  answer: ({ person, attempt, admittedMs }) => {
    const hour = hourOf(person, admittedMs);
    const isLate = drawFrom(world.seed, person, 7777) < 0.4;
    const weights = weightsAt(hour, { isLate, attempt });
    // Who answers at noon answers in the evening, when more do.
    let left = drawFrom(world.seed, person, attempt, 1);
    const outcome = weights.findIndex((weight) => (left -= weight) < 0);
    const index = outcome < 0 ? 4 : outcome;
    const seconds = (LASTS_SECONDS[index] ?? 1) * (0.5 + drawFrom(world.seed, person, attempt, 2));
    return {
      outcome: index,
      delayMs: Math.floor(drawFrom(world.seed, person, attempt, hour, 3) * (world.slowestMs ?? 2000)),
      lastsMs: Math.round(seconds * 1000),
      costMinor: index === 0 || index === 3 ? Math.ceil(seconds / 30) : 0,
      isDrawn: false,
    };
  },
  standBackMs: () => 0,
  wasCalledAgain: () => false,
});

const createPeople = (world: World): People => {
  const count = world.people;
  const zones = world.zones ?? ZONES.length;
  return {
    count,
    // In runs, as lists of people of one place are.
    zone: Uint16Array.from({ length: count }, (_, person) => Math.floor(drawFrom(world.seed, person, 42) * zones)),
    blockedFromMs: Float64Array.from(
      { length: count },
      (_, person) => world.blocked?.(person) ?? Number.POSITIVE_INFINITY,
    ),
    leftAtMs: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    firstAttempt: new Int32Array(count),
    attempts: new Uint8Array(count),
    highestCostMinor: new Float64Array(count).fill(world.highestCostMinor ?? 0),
  };
};

const NO_ATTEMPTS: Attempts = {
  count: 0,
  person: new Int32Array(0),
  admittedMs: new Float64Array(0),
  startMs: new Float64Array(0),
  endMs: new Float64Array(0),
  outcome: new Uint8Array(0),
  costMinor: new Float64Array(0),
};

/** As claims take contacts: zone by zone, first attempts in the order of the list, then retries by when they are due. */
const claimOrder = ({ zone }: People): CallOrder => ({
  keyOf: (person, { attempt, dueMs }) =>
    (zone[person] ?? 0) * 2 ** 44 + (attempt === 0 ? person : 2 ** 43 + dueMs - START_MS),
});

/** Runs a campaign for real, as far as its people are: by the rules, with workers that take their time; returns its record. */
export const runForReal = (world: World): CampaignPast => {
  const people = createPeople(world);
  const bare: CampaignPast = {
    startedAtMs: START_MS,
    knownUntilMs: world.knownUntilMs ?? Number.POSITIVE_INFINITY,
    zones: ZONES,
    outcomes: OUTCOMES,
    policies: world.policies,
    changes: world.changes ?? [],
    people,
    attempts: NO_ATTEMPTS,
    currency: "USD",
  };
  const readHour = createHourReader(ZONES, PLAIN_POLICY.fallbackZone);
  const made: SimulatedAttempt[] = [];
  const trips: StateChange[] = [];
  simulateCampaign({
    past: bare,
    policies: world.policies,
    desk: createAdmissionDesk(bare),
    order: claimOrder(people),
    behaviour: habitsOf(world, (person, atMs) => readHour(people.zone[person] ?? 0, atMs)),
    followsRecord: false,
    onAttempt: (attempt) => made.push(attempt),
    onTrip: (atMs) => trips.push({ atMs, isRunning: false, byBreaker: true }),
  });
  const changes = [...bare.changes, ...trips].sort((one, other) => one.atMs - other.atMs);
  return withAttempts({ ...bare, changes }, made);
};

const withAttempts = (bare: CampaignPast, made: SimulatedAttempt[]): CampaignPast => {
  const rows = made.sort((one, other) => one.person - other.person || one.attempt - other.attempt);
  const { people } = bare;
  for (const [row, { person, attempt }] of rows.entries()) {
    if (attempt === 0) people.firstAttempt[person] = row;
    people.attempts[person] = attempt + 1;
  }
  const isOver = ({ endMs }: SimulatedAttempt) => endMs <= bare.knownUntilMs;
  const known = OUTCOMES.map(String);
  return {
    ...bare,
    attempts: {
      count: rows.length,
      person: Int32Array.from(rows, ({ person }) => person),
      admittedMs: Float64Array.from(rows, ({ admittedMs }) => admittedMs),
      startMs: Float64Array.from(rows, ({ startMs }) => startMs),
      endMs: Float64Array.from(rows, (row) => (isOver(row) ? row.endMs : Number.POSITIVE_INFINITY)),
      outcome: Uint8Array.from(rows, (row) => (isOver(row) ? known.indexOf(row.outcome) : 0)),
      costMinor: Float64Array.from(rows, (row) => (isOver(row) ? row.costMinor : 0)),
    },
  };
};
