import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

interface Step {
  name: string;
  command: string;
  arguments: readonly string[];
}

interface Result {
  ok: boolean;
  output: string;
  seconds: number;
}

const root = join(import.meta.dirname, "..");

/** A program of the project, run under the same Node as this script, whichever Node comes first on the PATH. */
const tool = (name: string, [script = "", ...more]: readonly string[]): Step => ({
  name,
  command: process.execPath,
  arguments: [join(root, script), ...more],
});

/** npm tells its scripts where it is. */
const npm = (name: string, ...more: string[]): Step => {
  const path = process.env["npm_execpath"];
  return path
    ? { name, command: process.execPath, arguments: [path, ...more] }
    : { name, command: "npm", arguments: more };
};

/**
 * The longest first, beside which the others run. The rules of the linter need the types that the compiler needs, so that one program
 * works them out for both, with the compiler's own faults: two took half as long again. It reads each folder by the tsconfig nearest to
 * it: the console and the clients are among them.
 */
const STEPS: readonly Step[] = [
  tool("types and lint", ["node_modules/oxlint/bin/oxlint", "--type-aware", "--type-check"]),
  tool("format", ["node_modules/@biomejs/biome/bin/biome", "check", "--linter-enabled=false"]),
  tool("layering", ["scripts/layering.ts"]),
  tool("one place", ["scripts/one-place.ts"]),
  tool("timeline", ["scripts/timeline-traces.ts"]),
  npm("lockfile", "ci", "--dry-run", "--ignore-scripts"),
  tool("clients", ["scripts/clients/clients.ts", "--check"]),
  tool("dead code", ["node_modules/knip/bin/knip.js"]),
  tool("code that only tests use", [
    "node_modules/knip/bin/knip.js",
    "--production",
    "--include",
    "files,dependencies",
  ]),
];

/** Most steps keep one processor busy; the longest leaves some of two. */
const STEPS_AT_ONCE = 2;

/** The steps under way, for whoever ends the check before its end. */
const underWay = new Map<string, ChildProcess>();

const run = (step: Step): Promise<Result> => {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const child = spawn(step.command, step.arguments, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    underWay.set(step.name, child);
    const chunks: Buffer[] = [];
    const finish = (ok: boolean, more = "") => {
      const output = Buffer.concat(chunks).toString("utf8") + more;
      underWay.delete(step.name);
      resolve({ ok, output: output.trim(), seconds: (performance.now() - startedMs) / 1000 });
    };
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => finish(false, error.message));
    child.on("close", (code) => finish(code === 0));
  });
};

/** Runs all steps, so that a person who repairs one fault sees the others too. */
const check = async (): Promise<boolean> => {
  const failed: string[] = [];
  const left = STEPS.values();
  const takeSteps = async (): Promise<void> => {
    for (const step of left) {
      const { ok, output, seconds } = await run(step);
      console.log(`${ok ? "ok    " : "FAILED"}  ${step.name}  (${seconds.toFixed(1)} s)`);
      if (ok) continue;
      failed.push(step.name);
      console.log(`${output}\n`);
    }
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, takeSteps));
  console.log(
    failed.length === 0 ? "Everything holds." : `${failed.length} of ${STEPS.length} failed: ${failed.join(", ")}`,
  );
  return failed.length === 0;
};

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.once(signal, () => {
    console.log(`Ended by ${signal}, which is no verdict, while these steps ran: ${[...underWay.keys()].join(", ")}.`);
    for (const child of underWay.values()) child.kill();
    process.exit(1);
  });
}

process.exitCode = (await check()) ? 0 : 1;
