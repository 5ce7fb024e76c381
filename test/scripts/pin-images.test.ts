import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";

const root = join(import.meta.dirname, "../..");
const DIGEST = `sha256:${"ab".repeat(32)}`;
const INSPECT = '[ "$1 $2 $3" = "buildx imagetools inspect" ] && [ "$5" = --format ]';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-images-"));
  copyFileSync(join(root, "docker-compose.yml"), join(folder, "docker-compose.yml"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in the place of Docker, which this machine may not have, and whose registries are somewhere else. */
const standInForDocker = (answer: string): void => {
  writeFileSync(join(folder, "docker"), `#!/bin/sh\n${INSPECT} || exit 1\n${answer}\n`);
  chmodSync(join(folder, "docker"), 0o755);
};
const run = (...options: string[]) =>
  spawnSync(process.execPath, [join(root, "scripts/pin-images.ts"), ...options], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env["PATH"]}` },
  });
const settings = (): string[] => readFileSync(join(folder, ".env"), "utf8").trim().split("\n");

it("writes the digest of every image into .env, leaves what else is in it, and finds it pinned afterwards", () => {
  writeFileSync(join(folder, ".env"), "ENCRYPTION_KEY=abc\nPOSTGRES_IMAGE=postgres:17\n\n# the end\n");
  standInForDocker(`echo '"${DIGEST}"'`);
  expect(run()).toMatchObject({ status: 0, stderr: "" });
  expect(settings().slice(0, 3)).toEqual(["ENCRYPTION_KEY=abc", "", "# the end"]);
  expect(settings()).toEqual(
    expect.arrayContaining([`POSTGRES_IMAGE=postgres:18.1@${DIGEST}`, `NODE_IMAGE=node:24.21.0-slim@${DIGEST}`]),
  );
  expect(settings().filter((line) => line.endsWith(`@${DIGEST}`))).toHaveLength(11);
  expect(run("--check")).toMatchObject({ status: 0, stderr: "" });

  const compose = readFileSync(join(folder, "docker-compose.yml"), "utf8");
  writeFileSync(join(folder, "docker-compose.yml"), compose.replace("postgres:18.1}", "postgres:18.2}"));
  expect(run("--check")).toMatchObject({
    status: 1,
    stderr: "POSTGRES_IMAGE does not name postgres:18.2 by its digest: npm run pin-images\n",
  });
});

it("makes a file that others cannot read, and none when a registry tells no digest", () => {
  expect(run("--check").status).toBe(1);
  standInForDocker("echo 'MediaType: something else'");
  expect(run()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("the registry tells no digest of node:24"),
  });
  expect(existsSync(join(folder, ".env"))).toBe(false);
  standInForDocker(`echo '"${DIGEST}"'`);
  expect(run().status).toBe(0);
  expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
  expect(run("--verify").status).toBe(2);
});
