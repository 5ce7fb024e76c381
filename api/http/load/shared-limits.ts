import { setTimeout as delay } from "node:timers/promises";
import type { Ids } from "../../../infra/ids.ts";
import {
  ALONE_FOR_MS,
  type GrantedTokens,
  type SharedTokens,
  type TokenRequest,
} from "../../../infra/limits/shared-windows.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import {
  BELIEVED_FOR_SECONDS,
  forgetApiProcess,
  noteApiProcess,
  storePermits,
  sweepSharedLimits,
  takeOfWindows,
} from "../../../infra/postgres/load/shared-limits.repository.ts";
import { repeatWork } from "../../repeat-work.ts";

const BEAT_EVERY_MS = 1000;
const BEATS_BETWEEN_SWEEPS = 30;
/** A request waits no longer than this to learn what other processes have let through. */
const OTHERS_ANSWER_WITHIN_MS = 1000;
const MOST_WINDOWS_OF_STATEMENT = 500;

/** What this API process shares with the others. Until it was started, and while the database is away, it is alone. */
export interface SharedLimits {
  tokens: SharedTokens;
  permits: SharedPermits;
  /** Begins to tell the others that this process runs; resolves when they know, or after a second. */
  start(): Promise<void>;
  /** Gives the share of this process back. */
  stop(): Promise<void>;
}

/** Permits of simultaneous things, for all processes together. */
export interface SharedPermits {
  /** Takes a permit of a subject for this process; false: all processes together have `most`. */
  claim(subject: string, most: number): Promise<boolean>;
  /** Gives one back that was taken. */
  release(subject: string): void;
}

interface Shared {
  database: Database;
  uuid: string;
  isStarted(): boolean;
  /** Resolves with null where there is no answer in time. */
  inTime<T>(work: Promise<T>): Promise<T | null>;
  processes(): number;
}

export const createSharedLimits = ({
  database,
  ids,
  logger,
}: {
  database: Database;
  ids: Ids;
  logger: Logger;
}): SharedLimits => {
  const uuid = ids.uuid();
  let told = { processes: 1, atMs: -Infinity };
  let aloneUntilMs = -Infinity;
  let stopBeating = () => {};
  const processes = () => {
    const nowMs = performance.now();
    const isKnown = nowMs - told.atMs < BELIEVED_FOR_SECONDS * 1000 && nowMs >= aloneUntilMs;
    return isKnown ? told.processes : 1;
  };
  const inTime: Shared["inTime"] = async (work) => {
    const giveUp = new AbortController();
    const late = delay(OTHERS_ANSWER_WITHIN_MS, null, { signal: giveUp.signal }).catch(() => null);
    const answer = await Promise.race([work.catch(() => null), late]);
    giveUp.abort();
    if (answer === null) aloneUntilMs = performance.now() + ALONE_FOR_MS;
    return answer;
  };
  const shared = { database, uuid, inTime, processes, isStarted: () => told.atMs > -Infinity };
  const { permits, storeAgain } = createPermits(shared);
  let beats = 0;
  const beat = async () => {
    const before = told.processes;
    const found = await noteApiProcess(database, uuid);
    told = { processes: found, atMs: performance.now() };
    if (found > 1) await storeAgain(before === 1);
    beats += 1;
    if (beats % BEATS_BETWEEN_SWEEPS === 0) await sweepSharedLimits(database);
  };
  return {
    tokens: { processes, take: createTokens(shared) },
    permits,
    start: async () => {
      stopBeating = repeatWork(beat, {
        everyMs: BEAT_EVERY_MS,
        logger,
        whenItFails: "other API processes could not be told of this one: it counts its limits alone",
      });
      await Promise.race([beat().catch(() => {}), delay(BEAT_EVERY_MS, undefined, { ref: false })]);
    },
    stop: async () => {
      stopBeating();
      await Promise.race([
        forgetApiProcess(database, uuid).catch(() => {}),
        delay(BEAT_EVERY_MS, undefined, { ref: false }),
      ]);
    },
  };
};

interface Asking {
  request: TokenRequest;
  answer(granted: GrantedTokens | null): void;
}

/** Sends what is asked for while a statement is under way in the next one. */
const createTokens = ({ database, inTime, isStarted }: Shared): SharedTokens["take"] => {
  const waiting: Asking[] = [];
  let isSending = false;
  const send = async () => {
    isSending = true;
    while (waiting.length > 0) {
      const asked = waiting.splice(0, MOST_WINDOWS_OF_STATEMENT);
      const requests = asked.map(({ request }) => request);
      const answers = await inTime(takeOfWindows(database, requests));
      for (const [index, { answer }] of asked.entries()) answer(answers?.[index] ?? null);
    }
    isSending = false;
  };
  return (request) => {
    if (!isStarted()) return Promise.resolve(null);
    return new Promise((answer) => {
      waiting.push({ request, answer });
      if (!isSending) void send();
    });
  };
};

/** Stores the counts of a subject one after another, so that an older one never overwrites a newer. */
const createPermits = ({ database, uuid, inTime, processes }: Shared) => {
  const held = new Map<string, number>();
  const heldOf = (subject: string) => held.get(subject) ?? 0;
  const change = (subject: string, by: 1 | -1) => {
    const count = heldOf(subject) + by;
    if (count > 0) held.set(subject, count);
    else held.delete(subject);
  };
  const unstored = new Set<string>();
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <T>(subject: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(subject) ?? Promise.resolve()).then(work, work);
    turns.set(subject, turn);
    const leave = () => void (turns.get(subject) === turn && turns.delete(subject));
    turn.then(leave, leave);
    return turn;
  };
  const store = async (subject: string): Promise<void> => {
    unstored.add(subject);
    await storePermits(database, { subject, uuid, held: heldOf(subject) });
    unstored.delete(subject);
  };
  const permits: SharedPermits = {
    claim: async (subject, most) => {
      let isLate = false;
      const claimOfAll = async () => {
        const isStored = await storePermits(database, { subject, uuid, held: heldOf(subject) + 1, most });
        if (isStored && !isLate) change(subject, 1);
        return isStored;
      };
      const claimed = processes() > 1 ? await inTime(inTurn(subject, claimOfAll)) : null;
      isLate = true;
      if (claimed !== null) return claimed;
      change(subject, 1);
      unstored.add(subject);
      return true;
    },
    release: (subject) => {
      change(subject, -1);
      unstored.add(subject);
      // What cannot be stored now is stored with the next beat.
      if (processes() > 1) void inTurn(subject, () => store(subject)).catch(() => {});
      else if (heldOf(subject) === 0) unstored.delete(subject);
    },
  };
  /** Stores what the others do not know yet, or everything. */
  const storeAgain = async (everything: boolean): Promise<void> => {
    for (const subject of everything ? held.keys() : [...unstored]) await inTurn(subject, () => store(subject));
  };
  return { permits, storeAgain };
};
