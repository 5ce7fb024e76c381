import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, createWriteStream, existsSync, mkdirSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { LocalStackError } from "./failure.ts";
import { readLogSize, readLogTail } from "./log-tail.ts";
import { isAlive } from "./process-identity.ts";

export interface ProcessOptions {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** The file that output is appended to. */
  logFile: string;
  /** Also called with each line of the output. */
  onLine?: (line: string) => void;
  /** Runs the program as another user (only root may). */
  user?: { uid: number; gid: number };
  /**
   * Called repeatedly until it returns true; a rejection counts as "not yet". Without it the program, a Node one,
   * reports with `process.send("ready")`.
   */
  isReady?: (child: ChildProcess) => Promise<boolean> | boolean;
  /** Default: five minutes, for a busy machine; the end of a program is noticed at once. */
  readyTimeoutMs?: number;
  /** The signal that stops it gracefully. */
  stopSignal?: NodeJS.Signals;
  stopTimeoutMs?: number;
  /** Aborts the start. */
  signal?: AbortSignal;
}

export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  pid: number;
  /** Resolves once it has ended, for any reason. */
  ended: Promise<ProcessEnd>;
  /** Stops it gracefully, by force after `stopTimeoutMs`. Resolves when it has ended. */
  stop(): Promise<void>;
}

const MAX_LOG_BYTES = 20_000_000;
const READY_POLL_MS = 40;

/** Describes how a process ended. */
export const describeEnd = ({ code, signal }: ProcessEnd): string =>
  signal ? `was ended by ${signal}` : `ended with exit code ${code}`;

/**
 * Starts a program in a session of its own (the terminal's Ctrl-C does not reach it) and waits until it is ready. Where
 * the system supports it (Linux), the program gets its stop signal when this process dies.
 * @throws LocalStackError with the end of its log when it ends early or is not ready in time; nothing is left running.
 */
export const startProcess = async (options: ProcessOptions): Promise<RunningProcess> => {
  options.signal?.throwIfAborted();
  const logStart = prepareLog(options.logFile);
  const child = launch(options);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  const { pid } = child;
  if (pid === undefined) throw new LocalStackError(`${options.name} could not be run: ${await launchError(child)}.`);
  let over = false;
  void ended.then(() => (over = true));
  const stop = async () => {
    if (!over) await stopProcess(pid, { ended, ...options }); // Later this id may belong to another process.
  };
  try {
    await waitUntilReady(child, { ...options, ended });
  } catch (error) {
    await stop();
    if (!(error instanceof LocalStackError)) throw error;
    throw new LocalStackError(`${error.message}\n${readLogTail(options.logFile, logStart)}`.trimEnd());
  }
  return { pid, ended, stop };
};

/** Asks a process to stop, by force after the time-out; resolves when it has ended. */
export const stopProcess = async (
  pid: number,
  options: { ended?: Promise<unknown>; stopSignal?: NodeJS.Signals; stopTimeoutMs?: number },
): Promise<void> => {
  const ended = options.ended ?? waitForEnd(pid);
  send(pid, options.stopSignal ?? "SIGTERM");
  const patience = new AbortController();
  const late = delay(options.stopTimeoutMs ?? 10_000, "late", { signal: patience.signal }).catch(() => "stopped");
  if ((await Promise.race([ended, late])) === "late") {
    send(-pid, "SIGKILL"); // The signal goes to the whole group, with everything that the process started.
    send(pid, "SIGKILL");
    await ended;
  }
  patience.abort();
};

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
};

const waitForEnd = async (pid: number) => {
  while (isAlive(pid)) await delay(READY_POLL_MS);
};

const prepareLog = (file: string): number => {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return readLogSize(file);
};

const launch = (options: ProcessOptions): ChildProcess => {
  const log = openSync(options.logFile, "a", 0o600);
  const output = options.onLine ? "pipe" : log;
  const [command, ...args] = [...diesWithParent(options.stopSignal), options.command, ...options.args];
  const child = spawn(command ?? options.command, args, {
    env: options.env ?? process.env,
    cwd: options.cwd ?? "/",
    detached: true,
    stdio: ["ignore", output, output, ...(options.isReady ? [] : (["ipc"] as const))],
    ...options.user,
  });
  if (options.onLine) forwardOutput(child, { logFile: options.logFile, onLine: options.onLine });
  closeSync(log);
  return child;
};

const forwardOutput = (child: ChildProcess, to: { logFile: string; onLine: (line: string) => void }) => {
  const log = createWriteStream(to.logFile, { flags: "a", mode: 0o600 });
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    output.pipe(log, { end: false });
    createInterface({ input: output, crlfDelay: Infinity }).on("line", to.onLine);
  }
  child.once("close", () => log.end());
};

/** `setpriv` asks the kernel to signal the program when its parent dies for any reason, then executes the program. */
const diesWithParent = (stopSignal: NodeJS.Signals = "SIGTERM"): string[] =>
  hasParentDeathSignal() ? ["setpriv", "--pdeathsig", stopSignal.slice("SIG".length), "--"] : [];

let parentDeathSignal: boolean | undefined;
const hasParentDeathSignal = (): boolean => {
  parentDeathSignal ??= spawnSync("setpriv", ["--pdeathsig", "TERM", "--", "true"], { stdio: "ignore" }).status === 0;
  return parentDeathSignal;
};

const launchError = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.once("error", (error) => resolve(readErrorMessage(error))));

const waitUntilReady = async (child: ChildProcess, options: ProcessOptions & { ended: Promise<ProcessEnd> }) => {
  const timeoutMs = options.readyTimeoutMs ?? 300_000;
  const deadline = Date.now() + timeoutMs;
  const isReady = options.isReady ?? saysReady(child);
  let end: ProcessEnd | undefined;
  void options.ended.then((result) => (end = result));
  while (!(await readyNow(child, isReady))) {
    options.signal?.throwIfAborted();
    if (end) throw new LocalStackError(`${options.name} did not start: it ${describeEnd(end)}.`);
    if (Date.now() > deadline) {
      throw new LocalStackError(`${options.name} was not ready after ${timeoutMs / 1000} seconds.`);
    }
    await delay(READY_POLL_MS);
  }
};

const readyNow = async (child: ChildProcess, isReady: NonNullable<ProcessOptions["isReady"]>) => {
  try {
    return await isReady(child);
  } catch {
    return false; // The connection was refused, most often: it is not ready yet.
  }
};

const saysReady = (child: ChildProcess) => {
  let ready = false;
  child.on("message", (message) => (ready ||= message === "ready"));
  return () => ready;
};
