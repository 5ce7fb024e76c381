import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "@jest/globals";
import { findFreePort } from "../../../infra/local/ports.ts";
import { isAlive } from "../../../infra/local/process-identity.ts";
import { startStack } from "../../../infra/local/stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();
const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url));
const entryPoints = { api: standIn("api.mjs"), worker: standIn("worker.mjs"), migrate: standIn("migrate.mjs") };

/** Names a real server for every part, so that only the stand-ins of API and worker start. */
const configured = async (dataDir: string) => ({
  PATH: process.env["PATH"],
  DATA_DIR: dataDir,
  PORT: String(await findFreePort()),
  DATABASE_URL: "postgresql://db.example/ringdown",
  TEMPORAL_ADDRESS: "temporal.example:7233",
  S3_ENDPOINT: "https://s3.example",
  CARRIER_SIMULATOR_BASE_URL: "https://carrier.example",
});

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const runProgram = (program: string, environment: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [program], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, exitCode, output: () => output };
};

const pidIn = (dataDir: string, name: string): number => {
  const file = join(dataDir, "run", `${name}.pid`);
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
};

it("gives the processes their addresses and secrets, and keeps the secrets to their owner", async () => {
  const dataDir = newFolder();
  const environment = await configured(dataDir);
  const stack = await startStack({ environment, entryPoints });
  try {
    const given = await (await fetch(`${stack.addresses.api}/api/v1/health`)).json();
    expect(given).toEqual({
      HOST: "127.0.0.1",
      PORT: environment.PORT,
      DATA_DIR: dataDir,
      DATABASE_URL: environment.DATABASE_URL,
      ENCRYPTION_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
      PUBLIC_BASE_URL: `http://127.0.0.1:${environment.PORT}`,
    });
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    // When root starts it, the group is that of PostgreSQL's user, who may pass through.
    expect(statSync(dataDir).mode & 0o067).toBe(0);
    expect(statSync(join(dataDir, "logs", "api.log")).mode & 0o777).toBe(0o600);
    expect(stack.pid("postgres")).toBeUndefined();
    expect(readFileSync(join(dataDir, "logs", "migrate.log"), "utf8")).toBe("migrated\n");
  } finally {
    await stack.stop();
  }
  const again = await startStack({ environment, entryPoints });
  expect(again.environment["ENCRYPTION_KEY"]).toBe(stack.environment["ENCRYPTION_KEY"]);
  await again.stop();
});

it("starts without a console where that does not build, and says so", async () => {
  const events: string[] = [];
  const environment = await configured(newFolder());
  const buildConsole = () => Promise.reject(new Error("a sentence of the build"));
  const stack = await startStack({ environment, entryPoints, buildConsole, onEvent: (event) => events.push(event) });
  try {
    expect((await fetch(`${stack.addresses.api}/api/v1/health`)).status).toBe(200);
    expect(stack.addresses.console).toBeUndefined();
    expect(events).toContain("The console could not be built and is not served: a sentence of the build");
  } finally {
    await stack.stop();
  }
});

it("starts the processes from their sources where these are not joined, and says so", async () => {
  const events: string[] = [];
  const environment = await configured(newFolder());
  const bundlePrograms = () => Promise.reject(new Error("a sentence of the bundler"));
  const stack = await startStack({ environment, entryPoints, bundlePrograms, onEvent: (event) => events.push(event) });
  await stack.stop();
  expect(events).toContain("The processes start from their sources, which takes longer: a sentence of the bundler");
});

it("keeps the API and the worker running, and drains them at the end", async () => {
  const dataDir = newFolder();
  const stack = await startStack({ environment: await configured(dataDir), entryPoints });
  try {
    const worker = stack.pid("worker");
    expect(stack.kill("worker", "SIGKILL")).toBe(true);
    await waitUntil("another worker runs", () => stack.pid("worker") !== undefined && stack.pid("worker") !== worker);
  } finally {
    await stack.stop();
  }
  expect(readFileSync(join(dataDir, "logs", "worker.log"), "utf8")).toBe("drained\n");
});

it("says so when the migration fails, and leaves nothing running", async () => {
  const dataDir = newFolder();
  const environment = { ...(await configured(dataDir)), FAIL_MIGRATION: "yes" };
  await expect(startStack({ environment, entryPoints })).rejects.toThrow(/migration[^]*relation already there/);
  await (await startStack({ environment: await configured(dataDir), entryPoints })).stop();
});

it("leaves no orphan on SIGTERM", async () => {
  const dataDir = newFolder();
  const { child, exitCode, output } = runProgram(standIn("stack.ts"), await configured(dataDir));
  await waitUntil("it runs", () => output().includes("running"));
  const pids = ["api", "worker"].map((name) => pidIn(dataDir, name));
  expect(pids.map(isAlive)).toEqual([true, true]);
  child.kill("SIGTERM");
  expect(await exitCode).toBe(0);
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(pids.map((_pid, index) => pidIn(dataDir, ["api", "worker"][index] ?? ""))).toEqual([0, 0]);
});

it("clears away what a supervisor that was killed left running", async () => {
  const dataDir = newFolder();
  const environment = await configured(dataDir);
  const { child, exitCode, output } = runProgram(standIn("stack.ts"), environment);
  await waitUntil("it runs", () => output().includes("running"));
  const leftovers = ["api", "worker"].map((name) => pidIn(dataDir, name));
  child.kill("SIGKILL");
  await exitCode;
  const stack = await startStack({ environment, entryPoints });
  expect(leftovers.map(isAlive)).toEqual([false, false]);
  expect(pidIn(dataDir, "api")).toBe(stack.pid("api"));
  await stack.stop();
});

const START = fileURLToPath(new URL("../../../infra/local/start.ts", import.meta.url));

it("npm start says a busy port in one sentence, and ends with 1", async () => {
  const environment = await configured(newFolder());
  const server = createServer().listen(Number(environment.PORT), "127.0.0.1");
  const { exitCode, output } = runProgram(START, environment);
  expect(await exitCode).toBe(1);
  server.close();
  expect(output().trim().split("\n").at(-1)).toBe(
    `Port ${environment.PORT} is in use: stop the program that uses it, or choose another one with PORT.`,
  );
  expect(output()).not.toMatch(/^\s+at /m);
});

it("npm start says a missing program in one sentence, and ends with 1", async () => {
  const { TEMPORAL_ADDRESS, ...environment } = await configured(newFolder());
  const { exitCode, output } = runProgram(START, { ...environment, TEMPORAL_CLI: "/nowhere/temporal" });
  expect(await exitCode).toBe(1);
  expect(output().trim().split("\n").at(-1)).toBe(
    "TEMPORAL_CLI names /nowhere/temporal, which is not a program that can be run: correct it or unset it.",
  );
});
