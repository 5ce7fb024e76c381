import { join } from "node:path";
import { runProgram } from "../../../infra/pinned-package/run-program.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { installPythonPackages } from "../../harness/python-packages.ts";

export const ROOT = join(import.meta.dirname, "../../..");
export const SOURCE = join(ROOT, "clients/python");

/** What the Python client needs, and what looks at it; null where there is no Python with pip. Says so, once for each file. */
export const installed = await installPythonPackages({
  name: "python-client-tools",
  requirements: join(import.meta.dirname, "requirements.txt"),
  oldestMinor: 10,
}).catch((error: unknown) => {
  process.stderr.write(`\n*** SKIPPED: the Python client: ${String(error)}.\n\n`);
  return null;
});

/** Runs Python with the client's sources and returns what it prints. Rejects with its errors when it fails. */
export const runPython = (
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> =>
  runProgram("python3", [...parameters], {
    timeoutMs: PATIENCE_MS,
    env: {
      ...process.env,
      PYTHONPATH: `${join(SOURCE, "src")}:${installed ?? ""}`,
      PYTHONDONTWRITEBYTECODE: "1",
      NO_PROXY: "127.0.0.1",
      ...environment,
    },
  });

/** Runs a program in Python whose last line is JSON, and returns that. */
export const runScript = async (
  program: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const printed = await runPython(["-c", program], environment);
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "");
};
