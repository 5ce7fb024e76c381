import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { getPriority, setPriority } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { OUT_OF_MEMORY, OUT_OF_PROCESSOR_TIME } from "./limit-signals.ts";

/** The share of the memory for the heap; buffers are extra. */
const HEAP_SHARE = 0.6;
const OUT_OF_HEAP = "SIGABRT";

/** A process that reads files for this one: a file that needs too much memory or time ends that process alone. */
export interface ReadingProcess {
  /** Sends the process one line. */
  ask(request: object): void;
  /** The process's answers, one a line, until it ends. */
  lines: AsyncIterator<string, unknown>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(): void;
  /** Sets whether this program stays alive as long as the process does. */
  hold(isHeld: boolean): void;
}

/** Tells whether a process ended because its file needed more memory than allowed. */
export const isOutOfMemory = (end: number | string): boolean => end === OUT_OF_MEMORY || end === OUT_OF_HEAP;

/** Tells whether a process ended because its file needed more time of a processor than allowed. */
export const isOutOfProcessorTime = (end: number | string): boolean => end === OUT_OF_PROCESSOR_TIME;

export interface ReadingLimits {
  maxBytes: number;
  /** The limit of processor time for each file, so that none is refused because the machine is busy. Default: no limit. */
  maxProcessorMs?: number;
  /** How many steps of priority it comes after its starter, up to 19. Default: 5. */
  niceness?: number;
}

/** Starts `program`, which calls `watchLimits`. */
export const startReadingProcess = (
  program: URL,
  { maxBytes, maxProcessorMs = Infinity, niceness = NICENESS }: ReadingLimits,
): ReadingProcess => {
  const heapMb = Math.floor((maxBytes / MEGABYTE) * HEAP_SHARE);
  const flags = [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"];
  const { NODE_COMPILE_CACHE } = process.env;
  const watched = [maxBytes, maxProcessorMs, process.pid].map(String);
  const child = spawn(process.execPath, [...flags, fileURLToPath(program), ...watched], {
    // The process gets no settings and no secrets. With the compile cache it starts in half the time.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    // The fourth is the pipe that `limit-watch.thread.ts` listens to.
    stdio: ["pipe", "pipe", "ignore", "pipe"],
  });
  if (child.pid !== undefined) giveWay(child.pid, niceness);
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("a reading process was started without pipes");
  // The end of the process reports this error.
  stdin.on("error", () => {});
  return {
    ask: (request) => void stdin.write(`${JSON.stringify(request)}\n`),
    lines: createInterface({ input: stdout, crlfDelay: Infinity })[Symbol.asyncIterator](),
    ended: endOf(child),
    kill: () => void child.kill("SIGKILL"),
    hold: (isHeld) => {
      for (const each of [child, ...child.stdio]) {
        if (each === child || each instanceof Socket) each[isHeld ? "ref" : "unref"]();
      }
    },
  };
};

/**
 * Reading a file uses a whole processor for a while, and requests come first. A higher number would leave it nothing where the machine
 * is busy: with twenty others on two processors it had 0.2 % of one at 19, so that files were given up as too slow, and 4 % at 5.
 */
const NICENESS = 5;
const LAST_PRIORITY = 19;

const giveWay = (pid: number, niceness: number): void => {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, LAST_PRIORITY));
  } catch {
    // The process has already ended, which is reported elsewhere, or this system has no priorities.
  }
};

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
