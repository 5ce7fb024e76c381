import { spawn } from "node:child_process";
import { readRunningEnvironment } from "./stack-environment.ts";
import { readStackConfig } from "./stack-plan.ts";

/**
 * Usage: `node infra/local/with-stack.ts <program> [arguments]`. Runs a program of the project beside the embedded stack that runs
 * on DATA_DIR, with its addresses and secrets. Variables that are set take precedence; with external servers all of them are set.
 */
const [program, ...args] = process.argv.slice(2);
const config = readStackConfig(process.env);
const embedded = config.DATABASE_URL ? {} : readRunningEnvironment(config.dataDir);
if (!program) throw new Error("name the program that shall be run");
if (!embedded) {
  process.stderr.write(
    `Nothing runs on ${config.dataDir}: start it with \`npm start\` first, or name servers of your own in DATABASE_URL and its like.\n`,
  );
  process.exit(1);
}
const child = spawn(process.execPath, [program, ...args], { env: { ...embedded, ...process.env }, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
