import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { waitUntil } from "./wait-until.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface ApiProcess {
  child: ChildProcess;
  /** All it wrote so far, both streams. */
  output(): string;
  /** Where it listens, once it says so. */
  listening(): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
}

/** `api/start.ts`, or another program, as a process of its own, with exactly this environment. */
export const startApiProcess = (environment: Record<string, string>, program = "api/start.ts"): ApiProcess => {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  return {
    child,
    ended,
    output: () => text,
    listening: () =>
      waitUntil(`the API listens; it said: ${text}`, () => /listens on (http:\/\/[^"\s]+)/.exec(text)?.[1], 20_000),
  };
};
