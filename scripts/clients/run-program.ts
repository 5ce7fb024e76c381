import { execFileSync } from "node:child_process";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const SOURCE = join(ROOT, "clients/typescript");
export const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
/** The bundler that comes with Vite. */
export const ROLLDOWN = join(ROOT, "node_modules/rolldown/bin/cli.mjs");

/** Runs one of the project's programs; throws with what it says when it fails. */
export const run = (program: string, ...parameters: string[]): void => {
  try {
    execFileSync(process.execPath, [program, ...parameters], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const { stdout = "", stderr = "" }: { stdout?: unknown; stderr?: unknown } = Object(error);
    throw new Error(`${program} failed:\n${String(stdout)}${String(stderr)}`, { cause: error });
  }
};
