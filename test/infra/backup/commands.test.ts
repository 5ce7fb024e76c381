import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { findCompileCacheFolder } from "../../../infra/local/memory-settings.ts";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";
import { createTenant } from "../../factories/tenant.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BACKUP = "infra/backup/start-backup.ts";
const RESTORE = "infra/backup/start-restore.ts";

let before: TestDatabase;
let after: TestDatabase;
let scratch: string;
let folder: string;
let stores: Record<string, string>;

beforeAll(async () => {
  before = await createTestDatabase();
  after = await createTestDatabase();
  scratch = mkdtempSync(join(tmpdir(), "ringdown-commands-"));
  folder = join(scratch, "backup");
  const { endpoint, accessKey, secretKey } = testEnvironment.objectStore();
  const bucket = `commands-${randomBytes(6).toString("hex")}`;
  stores = { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket };
  await createObjectStore({ endpoint, accessKey, secretKey, region: "us-east-1", bucket }).ensureBucket();
  await createTenant(before, "Bakers");
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await before.drop();
  await after.drop();
});

const settingsOf = (test: TestDatabase) => ({
  DATABASE_URL: test.url,
  DATABASE_MIGRATIONS_URL: test.superuserUrl,
  ENCRYPTION_KEY: "ab".repeat(32),
  ...stores,
});

interface Ended {
  code: number | string | null | undefined;
  stdout: string;
  stderr: string;
}

/** Runs a command as its npm script does. */
const run = (command: readonly string[], settings: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE: findCompileCacheFolder(process.env), ...settings };
    execFile(process.execPath, ["infra/local/with-stack.ts", ...command], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });

it("a backup is made by its command, and its faults and those of a restore are told in a sentence", async () => {
  const made = await run([BACKUP, folder], settingsOf(before));
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout).toMatch(/ holds \d+ rows of \d+ tables as they were at .*,\n0 objects, and the keys: keep it/);
  expect(await run([BACKUP, folder], settingsOf(before))).toEqual({
    code: 1,
    stdout: "",
    stderr: `${folder} is not empty: name a folder that is not there yet\n`,
  });
  const below = join(folder, "manifest.json", "backup");
  expect(await run([BACKUP, below], settingsOf(before))).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^[^\n]+ cannot be made: name a folder below one that you may write to [^\n]+\n$/),
  });
  expect(await run([BACKUP, join(scratch, "other"), "--no-keys"], settingsOf(before))).toEqual({
    code: 2,
    stdout: "",
    stderr: "Name the folder that shall be made: npm run backup -- FOLDER [--without-keys]\n",
  });
  const empty = await run([RESTORE, join(scratch, "nothing")], settingsOf(after));
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringMatching(/^[^\n]+is no whole backup[^\n]+\n$/) });
  expect((await run([RESTORE], settingsOf(after))).code).toBe(2);
});
