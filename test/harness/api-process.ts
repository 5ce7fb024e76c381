import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findCompileCacheFolder } from "../../infra/local/memory-settings.ts";
import { BUNDLED_PROGRAMS, locateProgram } from "../../infra/local/program-bundle.ts";
import { WaitsInVain, waitUntil } from "./wait-until.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KEEP_COMPILED = new URL("keep-compiled.js", import.meta.url).href;

export interface ApiProcess {
  child: ChildProcess;
  /** All it wrote so far, both streams. */
  output(): string;
  /** Resolves with its address, once it listens; rejects when it ends before. */
  listening(): Promise<string>;
  /** Waits until its output contains these words; fails when it ends before. */
  says(words: string): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** Returns the program that `npm start` would run; outside of a test run, its source. */
const findProgram = (program: string): string => {
  const folder = process.env["TEST_PROGRAMS"];
  const bundled = folder && BUNDLED_PROGRAMS.find((name) => program === `${name}/start.ts`);
  return bundled ? locateProgram(folder, bundled) : join(ROOT, program);
};

/**
 * Starts `api/start.ts`, or another program, as a process of its own, with exactly this environment. `through`: begins the command
 * that becomes this process, such as `setpriv`.
 */
export const startApiProcess = (
  environment: Record<string, string>,
  program = "api/start.ts",
  through: readonly string[] = [],
  programArguments: readonly string[] = [],
): ApiProcess => {
  const [command, ...args] = [
    ...through,
    process.execPath,
    "--import",
    KEEP_COMPILED,
    findProgram(program),
    ...programArguments,
  ];
  const child = spawn(command ?? process.execPath, args, {
    env: {
      PATH: process.env["PATH"],
      // Half of what a start costs is to strip the types of a thousand files, and to compile them.
      NODE_COMPILE_CACHE: findCompileCacheFolder(process.env),
      DRAIN_SECONDS: "0",
      DOCTOR_AT_START: "false",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  let exit: number | NodeJS.Signals | null | undefined;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve((exit = code ?? signal)));
  });
  const waitFor = <T>(what: string, look: () => T) =>
    waitUntil(what, () => {
      const found = look();
      if (!found && exit !== undefined) throw new WaitsInVain(`it ended with ${exit} before ${what}; it said: ${text}`);
      return found;
    });
  return {
    child,
    ended,
    output: () => text,
    listening: () => waitFor(`${program} listens`, () => /listens on (http:\/\/[^"\s]+)/.exec(text)?.[1]),
    says: async (words) => void (await waitFor(`${program} says "${words}"`, () => text.includes(words))),
  };
};
