import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "../../infra/local/local-process.ts";
import { chooseMemorySettings } from "../../infra/local/memory-settings.ts";
import { findFreePort } from "../../infra/local/ports.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { createSupervisor, type Supervisor } from "../../infra/local/supervisor.ts";

/** Another worker and another API beside those of a stack, kept running like them. */
export interface SecondPair extends Supervisor {
  apiUrl: string;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export const startSecondPair = async ({ environment, dataDir }: RunningStack): Promise<SecondPair> => {
  const port = await findFreePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const runFolder = join(dataDir, "run", "second");
  mkdirSync(runFolder, { recursive: true });
  const supervisor = createSupervisor({ runFolder });
  const program = (name: string, entryPoint: string) => ({
    name: `The ${name}`,
    command: process.execPath,
    args: [join(ROOT, entryPoint)],
    env: chooseMemorySettings({ ...environment, PORT: String(port) }),
    cwd: ROOT,
    logFile: join(dataDir, "logs", `${name.replace(" ", "-")}.log`),
  });
  const isReady = async () => (await fetch(`${apiUrl}/api/v1/health`)).ok;
  await supervisor.start([
    {
      name: "second api",
      start: (signal) => startProcess({ ...program("second api", "api/start.ts"), isReady, signal }),
    },
    {
      name: "second worker",
      start: (signal) => startProcess({ ...program("second worker", "worker/start.ts"), signal }),
    },
  ]);
  return { ...supervisor, apiUrl };
};
