import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { KILLABLE, type Killable } from "./killer.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** A disturbance of a platform while its campaign dials. */
export type Disturbance =
  | { kind: "kill"; parts: Killable[]; apartMs: number }
  /** `firstContact`, `count`: which of the list's contacts. */
  | { kind: "do-not-call"; contacts: number[]; killWhileAsking: Killable | null; withKey: boolean }
  /** Consent of these contacts is withdrawn, one request for each. */
  | { kind: "withdraw-consent"; contacts: number[]; killWhileAsking: Killable | null }
  | {
      kind: "pause";
      forMs: number;
      killWhileAsking: Killable | null;
      killWhilePaused: Killable[];
      /** Everything is stopped in good order and started again, still paused. */
      restartWhilePaused: boolean;
      withKey: boolean;
    }
  /** Everything is stopped in good order and started again on the same data. */
  | { kind: "restart" }
  /** Each process is replaced by SIGTERM, one after another, as a deployment does. */
  | { kind: "roll" }
  /** The primary of the database is gone with its machine, and its standby is promoted. */
  | { kind: "fail-over" };

export interface Step {
  /** Happens when this share of the contacts has been dialled. */
  atShare: number;
  /** … or, while nothing moves on, after this long. Null: not before. */
  atLatestAfterMs: number | null;
  disturbance: Disturbance;
}

export interface ChaosPlan {
  seed: number;
  contacts: number;
  maxConcurrency: number;
  script: SimulatorScriptInput;
  steps: Step[];
}

export interface PlanOptions {
  seed: number;
  contacts: number;
  /** The time of the dialling without disturbances. */
  minutes: number;
  /** The processes that may be killed; unset: everything that runs once. */
  killable?: readonly [Killable, ...Killable[]];
}

const ROUNDS_OF_KILLS = 3;
const BATCHES = 6;
const PAUSES = 3;
/** Only the share of contacts may decide: two runs have different clocks. */
const KILL_AT_LATEST_AFTER_MS = 12_000;
const ATTEMPTS_PER_CONTACT = 1.5;
/** An attempt holds its place this long on average, those that have to be looked up afterwards included. */
const SECONDS_PER_ATTEMPT = 4.5;

/** Plans a run; the same seed and size give the same plan: kills, listed numbers, pauses, and the carrier's faults. */
export const planChaos = ({ seed, contacts, minutes, killable = KILLABLE }: PlanOptions): ChaosPlan => {
  const random = seededRandom(seed);
  const callsPerSecond = (contacts * ATTEMPTS_PER_CONTACT) / (minutes * 60);
  return {
    seed,
    contacts,
    maxConcurrency: Math.max(Math.ceil(callsPerSecond * SECONDS_PER_ATTEMPT), 5),
    script: badManners(seed, random),
    steps: [...kills(random, killable), ...batches(random, killable, contacts), ...pauses(random, killable)].sort(
      (a, b) => a.atShare - b.atShare,
    ),
  };
};

const badManners = (seed: number, random: SeededRandom): SimulatorScriptInput => {
  const upTo = (most: number) => most * (0.5 + random.next() / 2);
  return {
    seed: `chaos-${seed}`,
    speed: 10,
    defaults: {
      ring_seconds: [2, 8],
      talk_seconds: [10, 90],
      misbehaviours: {
        throttled: upTo(0.04),
        retry_after_seconds: 1,
        server_error: upTo(0.01),
        request_lost: upTo(0.01),
        response_lost: upTo(0.04),
        slow_response: upTo(0.05),
        slow_response_ms: 400,
        event_before_response: upTo(0.1),
        callback_lost: upTo(0.03),
        callback_duplicated: upTo(0.2),
        callback_reordered: upTo(0.2),
      },
    },
  };
};

/** Every part in every round, in another order each time; now and then two together. */
type Killables = readonly [Killable, ...Killable[]];

const kills = (random: SeededRandom, killable: Killables): Step[] => {
  const victims = Array.from({ length: ROUNDS_OF_KILLS }, () => random.shuffled(killable)).flat();
  return victims.map((part, index) => ({
    atShare: 0.03 + (0.92 * (index + random.next() * 0.8)) / victims.length,
    atLatestAfterMs: KILL_AT_LATEST_AFTER_MS,
    disturbance: {
      kind: "kill",
      parts: random.happens(0.25) ? [part, random.pick(killable)] : [part],
      apartMs: random.between(0, 1500),
    },
  }));
};

/** Numbers for the do-not-call list and withdrawals of consent in turn. Most numbers of a batch are not dialled yet; some are, and may be waiting for their retry. */
const batches = (random: SeededRandom, killable: Killables, contacts: number): Step[] => {
  const size = Math.max(Math.floor(contacts / 40), 2);
  const left = new Set(Array.from({ length: contacts }, (_, index) => index));
  return Array.from({ length: BATCHES }, (_, index): Step => {
    const atShare = 0.08 + (0.8 * (index + random.next() * 0.8)) / BATCHES;
    const dialled = [...left].filter((contact) => contact < atShare * contacts);
    const waiting = [...left].filter((contact) => contact >= atShare * contacts);
    const chosen = [
      ...random.shuffled(dialled).slice(0, Math.ceil(size / 4)),
      ...random.shuffled(waiting).slice(0, size - Math.ceil(size / 4)),
    ];
    for (const contact of chosen) left.delete(contact);
    const killWhileAsking = random.happens(0.4) ? random.pick(killable) : null;
    const disturbance: Disturbance =
      index % 2 === 1
        ? { kind: "withdraw-consent", contacts: chosen, killWhileAsking }
        : { kind: "do-not-call", contacts: chosen, killWhileAsking, withKey: random.happens(0.5) };
    return { atShare, atLatestAfterMs: null, disturbance };
  });
};

const pauses = (random: SeededRandom, killable: Killables): Step[] =>
  Array.from({ length: PAUSES }, (_, index) => ({
    atShare: 0.12 + (0.75 * (index + random.next() * 0.8)) / PAUSES,
    atLatestAfterMs: null,
    disturbance: {
      kind: "pause",
      forMs: random.between(3000, 7000),
      killWhileAsking: index === 0 || random.happens(0.4) ? random.pick(killable) : null,
      killWhilePaused: index === 1 ? random.shuffled(killable).slice(0, 2) : [],
      restartWhilePaused: false,
      withKey: random.happens(0.5),
    },
  }));
