import { setTimeout as delay } from "node:timers/promises";
import { waitForAbort } from "../../domain/time/wait-for-abort.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { describeEnd, type RunningProcess } from "./local-process.ts";
import { clearProcessRecord, recordProcess } from "./run-folder.ts";

/** A process that is kept running. */
export interface Part {
  /** Also the name of its pid file. */
  name: string;
  /** Starts it and resolves when it is ready; leaves nothing behind when it rejects. */
  start(signal: AbortSignal): Promise<RunningProcess>;
}

export interface SupervisorOptions {
  /** Folder of the pid files. */
  runFolder: string;
  /** Called with a sentence for each event. */
  onEvent?: (sentence: string) => void;
  /** The wait before the first restart; it doubles up to the longest while the part keeps ending. */
  firstRestartDelayMs?: number;
  longestRestartDelayMs?: number;
  /** After running this long a part restarts with the first delay again. */
  stableAfterMs?: number;
}

export interface Supervisor {
  /** Starts parts side by side and keeps them running. Rejects when the first start of one fails. */
  start(parts: Part[]): Promise<void>;
  /** The process of a part now; undefined while it is down. */
  pid(name: string): number | undefined;
  /** Stops everything, the last started first. May be called at any time, more than once. */
  stop(): Promise<void>;
}

interface Supervised {
  part: Part;
  running?: RunningProcess;
  /** Resolves when its loop has ended; never rejects. */
  done: Promise<void>;
}

export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const groups: Supervised[][] = [];
  const stopping = new AbortController();
  const context = { ...options, signal: stopping.signal };
  let stopped: Promise<void> | undefined;

  return {
    start: async (parts) => {
      stopping.signal.throwIfAborted();
      const starting = parts.map((part) => startAndKeep(part, context));
      groups.push(starting.map(({ supervised }) => supervised));
      const starts = await Promise.allSettled(starting.map(({ started }) => started));
      const failure = starts.find((start) => start.status === "rejected");
      if (failure) throw failure.reason;
    },
    pid: (name) => groups.flat().find(({ part }) => part.name === name)?.running?.pid,
    stop: () => {
      stopping.abort();
      stopped ??= stopGroups(groups, options.runFolder);
      return stopped;
    },
  };
};

type Context = SupervisorOptions & { signal: AbortSignal };

const startAndKeep = (part: Part, context: Context) => {
  const supervised: Supervised = { part, done: Promise.resolve() };
  const started = startPart(supervised, context);
  supervised.done = started.then(
    () => keepRunning(supervised, context),
    () => {}, // Those who wait for the start get the rejection.
  );
  return { supervised, started };
};

const startPart = async (supervised: Supervised, { runFolder, signal }: Context) => {
  const { part } = supervised;
  const running = await part.start(signal);
  supervised.running = running;
  recordProcess(runFolder, { name: part.name, pid: running.pid });
};

const keepRunning = async (supervised: Supervised, context: Context): Promise<void> => {
  const { signal, onEvent = () => {} } = context;
  const backOff = createBackOff(context);
  while (!signal.aborted) {
    const { running } = supervised;
    const startedAt = performance.now();
    const end = await Promise.race([running?.ended, waitForAbort(signal)]);
    if (signal.aborted || !end) return;
    supervised.running = undefined;
    clearProcessRecord(context.runFolder, supervised.part.name);
    const waitMs = backOff.next(performance.now() - startedAt);
    onEvent(`${supervised.part.name} ${describeEnd(end)}; starting it again in ${waitMs / 1000} s.`);
    await startAgain(supervised, { context, backOff, waitMs });
  }
};

const startAgain = async (supervised: Supervised, restart: { context: Context; backOff: BackOff; waitMs: number }) => {
  const { signal, onEvent = () => {} } = restart.context;
  for (let waitMs = restart.waitMs; !signal.aborted; ) {
    try {
      await delay(waitMs, undefined, { signal });
      await startPart(supervised, restart.context);
      return onEvent(`${supervised.part.name} runs again.`);
    } catch (error) {
      if (signal.aborted) return;
      waitMs = restart.backOff.next(0);
      onEvent(`${supervised.part.name} did not start: ${readErrorMessage(error)} Trying again in ${waitMs / 1000} s.`);
    }
  }
};

type BackOff = ReturnType<typeof createBackOff>;

const createBackOff = (options: SupervisorOptions) => {
  const { firstRestartDelayMs = 250, longestRestartDelayMs = 10_000, stableAfterMs = 30_000 } = options;
  let waitMs = firstRestartDelayMs;
  return {
    /** Returns the wait after the part ran for this long. */
    next: (ranForMs: number): number => {
      if (ranForMs >= stableAfterMs) waitMs = firstRestartDelayMs;
      const now = waitMs;
      waitMs = Math.min(waitMs * 2, longestRestartDelayMs);
      return now;
    },
  };
};

const stopGroups = async (groups: Supervised[][], runFolder: string): Promise<void> => {
  for (const group of groups.toReversed()) await Promise.all(group.map((supervised) => stopOne(supervised, runFolder)));
};

const stopOne = async (supervised: Supervised, runFolder: string) => {
  await supervised.done;
  await supervised.running?.stop();
  if (supervised.running) clearProcessRecord(runFolder, supervised.part.name);
  supervised.running = undefined;
};
