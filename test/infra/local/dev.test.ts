import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { WaitsInVain, waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const newFolder = temporaryFolders();

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** What `npm run dev` starts, on the servers of the test run. */
const startDev = (environment: Record<string, string | undefined>) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const child = spawn("sh", ["-c", scripts.dev], { cwd: ROOT, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.once("close", resolve));
  const says = (words: string) =>
    waitUntil(`it says ${words}`, () => {
      if (child.exitCode !== null) throw new WaitsInVain(`it ended before it said ${words}: ${output}`);
      return output.includes(words);
    });
  return { child, exitCode, says, hasSaid: (words: string) => output.includes(words) };
};

/** The processes by the ids that the data folder keeps. */
const pidsIn = (dataDir: string) => {
  const pid = (name: string) => Number(readFileSync(join(dataDir, "run", `${name}.pid`), "utf8"));
  return { api: pid("api"), worker: pid("worker") };
};

it("restarts the process whose source changes, alone, and stops with all it started", async () => {
  const dataDir = newFolder();
  const consoleFolder = join(dataDir, "console");
  mkdirSync(consoleFolder);
  const dev = startDev({
    PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}`,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    ...workerSettings(),
    DATABASE_URL: test.url,
    DATABASE_MIGRATIONS_URL: test.superuserUrl,
    TEMPORAL_NAMESPACE: await createTestNamespace(),
    DATA_DIR: dataDir,
    // A folder that is named is not built.
    CONSOLE_FOLDER: consoleFolder,
    PORT: "0",
  });
  try {
    await dev.says("Watching the sources");
    const before = pidsIn(dataDir);
    // The system tells of a watched folder only after a moment. The file keeps its content, which other tests run. Once it is noticed
    // it is left alone: each change ends an API that a busy machine is still starting.
    let touchedAtMs = Number.NEGATIVE_INFINITY;
    const after = await waitUntil("another API runs", () => {
      if (!dev.hasSaid("Changed: api/start.ts") && performance.now() - touchedAtMs > 5_000) {
        touchedAtMs = performance.now();
        utimesSync(join(ROOT, "api/start.ts"), new Date(), new Date());
      }
      const now = pidsIn(dataDir);
      return now.api !== before.api && now;
    });
    await dev.says("Changed: api/start.ts. Restarting api …");
    expect(after.worker).toBe(before.worker);
  } finally {
    dev.child.kill("SIGTERM");
    expect(await dev.exitCode).toBe(0);
  }
});
