import { existsSync, globSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "@jest/globals";
import { keepBuild, ROOT } from "../../../infra/local/kept-build.ts";

const name = `kept-build-test-${process.pid}`;
const builds = join(ROOT, ".cache", name);
const sources = ["tsconfig.json"];

/** A builder that writes one file, or does what `code` says, into the folder that is its last argument. */
const buildBy = (code: string) =>
  keepBuild({ name, sources, commands: (folder) => [["--eval", `const folder = process.argv[1]; ${code}`, folder]] });
const WRITES = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + "/built", "");`;

const filesOf = (folder: string) => globSync("**/*", { cwd: folder });

afterEach(() => rmSync(builds, { recursive: true, force: true }));

it("builds once, and gives the same folder to who asks again", async () => {
  const folder = await buildBy(WRITES);
  expect(filesOf(folder)).toEqual(["built"]);
  expect(await buildBy("process.exit(1)")).toBe(folder);
});

it("says why a build failed, and leaves nothing of it", async () => {
  await expect(buildBy(`${WRITES} console.error("it does not compile"); process.exit(1)`)).rejects.toThrow(
    "it does not compile",
  );
  expect(globSync(join(builds, "*"))).toEqual([]);
});

it("gives no folder that is not there", async () => {
  await expect(buildBy("")).rejects.toThrow("ENOENT");
});

it("takes nothing from a build that was killed", async () => {
  const folder = await buildBy(WRITES);
  rmSync(folder, { recursive: true });
  const killed = `${folder}.${process.pid}`;
  mkdirSync(killed);
  writeFileSync(join(killed, "stale"), "");
  expect(filesOf(await buildBy(WRITES))).toEqual(["built"]);
});

it("removes builds that nobody has asked for in a week, and keeps others", async () => {
  const [old, used] = ["0".repeat(16), "1".repeat(16)].map((digest) => join(builds, digest));
  for (const folder of [old ?? "", used ?? ""]) mkdirSync(folder, { recursive: true });
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  utimesSync(old ?? "", eightDaysAgo, eightDaysAgo);
  const folder = await buildBy(WRITES);
  expect(dirname(folder)).toBe(builds);
  expect([old, used, folder].map((each) => existsSync(each ?? ""))).toEqual([false, true, true]);
});
