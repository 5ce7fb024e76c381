import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ExtractionRequest } from "./extraction-messages.ts";

const PROGRAM = fileURLToPath(new URL("./extract.process.ts", import.meta.url));
const MEGABYTE = 1_048_576;
/** Of the heap alone; buffers come on top. */
const HEAP_SHARE = 0.6;
const KEEP_MS = 5_000;
const MOST_KEPT = 3;
/** One that holds more of what it may have is not kept: the next file would have less. */
const KEPT_SHARE = 0.25;

/** A process that reads files, one after another. */
export interface ReadingProcess {
  ask(request: ExtractionRequest): void;
  /** Its answers, a line each; they end with it. */
  lines: AsyncIterator<string, unknown>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  kill(): void;
  /** Whether this program goes on as long as the process does. */
  hold(isHeld: boolean): void;
}

interface Reader {
  /** Nothing of one organization's files is in a process that reads another's. Null: it reads one file. */
  organizationId: number | null;
  maxBytes: number;
}

const kept: (Reader & { reading: ReadingProcess; timer: NodeJS.Timeout })[] = [];

/** One that has read a file of the same organization a moment ago, or a new one: starting takes as long as a short file. */
export const takeReading = ({ organizationId, maxBytes }: Reader): ReadingProcess => {
  const known = kept.find((each) => each.organizationId === organizationId && each.maxBytes === maxBytes);
  if (!known) return start(maxBytes);
  kept.splice(kept.indexOf(known), 1);
  clearTimeout(known.timer);
  known.reading.hold(true);
  return known.reading;
};

/** Lets it wait a while for the organization's next file. */
export const keepReading = (
  { organizationId, maxBytes }: Reader,
  { reading, residentBytes }: { reading: ReadingProcess; residentBytes: number },
): void => {
  if (organizationId === null || residentBytes > KEPT_SHARE * maxBytes) return reading.kill();
  reading.hold(false);
  const timer = setTimeout(() => drop(reading), KEEP_MS).unref();
  kept.push({ organizationId, maxBytes, reading, timer });
  void reading.ended.then(() => drop(reading));
  const [oldest] = kept;
  if (oldest && kept.length > MOST_KEPT) drop(oldest.reading);
};

/** Unless it reads again. */
const drop = (reading: ReadingProcess): void => {
  const at = kept.findIndex((each) => each.reading === reading);
  if (at === -1) return;
  for (const { timer } of kept.splice(at, 1)) clearTimeout(timer);
  reading.kill();
};

const start = (maxBytes: number): ReadingProcess => {
  const heapMb = Math.floor((maxBytes / MEGABYTE) * HEAP_SHARE);
  const flags = [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"];
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...flags, PROGRAM, String(maxBytes)], {
    // Nothing of ours is its business: no settings, no secrets. Where compiled code is kept, it starts in half the time.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    stdio: ["pipe", "pipe", "ignore"],
  });
  // One that ends while it is asked: its end says so.
  child.stdin.on("error", () => {});
  return {
    ask: (request) => void child.stdin.write(`${JSON.stringify(request)}\n`),
    lines: createInterface({ input: child.stdout, crlfDelay: Infinity })[Symbol.asyncIterator](),
    ended: endOf(child),
    kill: () => void child.kill("SIGKILL"),
    hold: (isHeld) => {
      for (const each of [child, child.stdin, child.stdout]) {
        if (each === child || each instanceof Socket) each[isHeld ? "ref" : "unref"]();
      }
    },
  };
};

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
