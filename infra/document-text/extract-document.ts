import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DocumentTextError } from "./document-text-error.ts";
import { type ExtractionMessage, type ExtractionRequest, extractionMessage } from "./extraction-messages.ts";
import { OUT_OF_MEMORY } from "./out-of-memory.ts";

const PROGRAM = fileURLToPath(new URL("./extract.process.ts", import.meta.url));
const MEGABYTE = 1_048_576;
const DEFAULT_LIMITS = { timeoutMs: 600_000, maxBytes: 1024 * MEGABYTE };
/** Of the heap alone; buffers come on top. */
const HEAP_SHARE = 0.6;
const OUT_OF_HEAP = "SIGABRT";

export interface Extraction extends Omit<ExtractionRequest, "maxBytes"> {
  signal?: AbortSignal;
  limits?: { timeoutMs: number; maxBytes: number };
}

/**
 * A file's text, part by part, read by a process of its own: a file that needs too much memory or time ends that process
 * alone. Ended early, it ends the process. Throws DocumentTextError, with a sentence, for a file that cannot be read.
 */
export async function* extractDocument({
  signal,
  limits = DEFAULT_LIMITS,
  ...request
}: Extraction): AsyncGenerator<Exclude<ExtractionMessage, { fault: string }>> {
  const child = start({ ...request, maxBytes: limits.maxBytes });
  const ended = endOf(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, limits.timeoutMs);
  const stop = () => void child.kill("SIGKILL");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    if (!child.stdout) throw new Error("the extraction has no output");
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
      const message = extractionMessage.parse(JSON.parse(line));
      if ("fault" in message) throw new DocumentTextError(message.fault);
      yield message;
    }
    const end = await ended;
    signal?.throwIfAborted();
    if (isLate) throw new DocumentTextError("This file takes too long to read; split it into smaller ones.");
    if (end !== 0) throw failureOf(end);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    child.kill("SIGKILL");
    await ended;
  }
}

const start = (request: ExtractionRequest): ChildProcess => {
  const heapMb = Math.floor((request.maxBytes / MEGABYTE) * HEAP_SHARE);
  const { NODE_COMPILE_CACHE } = process.env;
  const flags = [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"];
  return spawn(process.execPath, [...flags, PROGRAM, JSON.stringify(request)], {
    // Nothing of ours is its business: no settings, no secrets. Where compiled code is kept, it starts in half the time.
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
    stdio: ["ignore", "pipe", "ignore"],
  });
};

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });

const failureOf = (end: number | string): Error =>
  end === OUT_OF_MEMORY || end === OUT_OF_HEAP
    ? new DocumentTextError("This file holds too much to be read at once; split it into smaller ones.")
    : new Error(`the extraction ended early (${end})`);
