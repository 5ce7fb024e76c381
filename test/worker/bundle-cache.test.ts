import { chmodSync, mkdirSync, readdirSync, renameSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "@jest/globals";
import { computeFingerprint, readCachedBundle } from "../../worker/bundle-cache.ts";
import { temporaryFolders } from "../infra/local/temporary-folder.ts";

const newFolder = temporaryFolders();

let folder: string;
let sources: string;
let builds: number;

beforeEach(() => {
  folder = join(newFolder(), "not", "made", "yet");
  sources = newFolder();
  mkdirSync(join(sources, "campaign"));
  writeFileSync(join(sources, "index.ts"), "export {}");
  writeFileSync(join(sources, "campaign", "campaign.workflow.ts"), "dial()");
  builds = 0;
});

const bundle = async () =>
  readCachedBundle({
    folder,
    fingerprint: await computeFingerprint([sources]),
    build: async () => {
      builds += 1;
      return `build ${builds}\nof two lines\n`;
    },
  });

it("builds once, and gives later starts the same text", async () => {
  const first = await bundle();
  expect(first).toBe("build 1\nof two lines\n");
  expect(await bundle()).toBe(first);
  expect(builds).toBe(1);
});

const workflowFile = () => join(sources, "campaign", "campaign.workflow.ts");

it.each([
  ["a file's text", () => writeFileSync(workflowFile(), "dialTwice()")],
  ["a file's name", () => renameSync(workflowFile(), join(sources, "campaign", "other.workflow.ts"))],
  ["a file's folder", () => renameSync(workflowFile(), join(sources, "campaign.workflow.ts"))],
  ["one more file", () => writeFileSync(join(sources, "new.ts"), "")],
])("notices %s", async (_what, change) => {
  const before = await bundle();
  change();
  expect(await bundle()).not.toBe(before);
  expect(builds).toBe(2);
});

it("finds the bundle again when a change is taken back", async () => {
  const before = await bundle();
  writeFileSync(workflowFile(), "dialTwice()");
  await bundle();
  writeFileSync(workflowFile(), "dial()");
  expect(await bundle()).toBe(before);
  expect(builds).toBe(2);
});

const keptFile = () => join(folder, readdirSync(folder)[0] ?? "");

it.each([
  ["cut short", () => truncateSync(keptFile(), 80)],
  ["empty", () => truncateSync(keptFile(), 0)],
  ["something else", () => writeFileSync(keptFile(), "no checksum\nbuild 1\nof two lines\n")],
])("builds anew, and mends the cache, when a kept bundle is %s", async (_what, spoil) => {
  await bundle();
  spoil();
  expect(await bundle()).toBe("build 2\nof two lines\n");
  expect(await bundle()).toBe("build 2\nof two lines\n");
});

it("serves several starts at the same time, and leaves one whole file", async () => {
  const fingerprint = await computeFingerprint([sources]);
  const code = "x".repeat(5_000_000);
  const start = () => readCachedBundle({ folder, fingerprint, build: async () => code });
  const started = await Promise.all(Array.from({ length: 8 }, start));
  expect(started.every((each) => each === code)).toBe(true);
  expect(readdirSync(folder)).toEqual([fingerprint]);
  expect(await bundle()).toBe(code);
  expect(builds).toBe(0);
});

it("does without a cache that cannot be written", async () => {
  const file = join(newFolder(), "a-file");
  writeFileSync(file, "");
  chmodSync(file, 0o400);
  folder = join(file, "below-a-file");
  expect(await bundle()).toBe("build 1\nof two lines\n");
  expect(await bundle()).toBe("build 2\nof two lines\n");
});

it("keeps the newest few", async () => {
  for (let version = 1; version <= 8; version += 1) {
    writeFileSync(workflowFile(), `version ${version}`);
    await bundle();
    const written = join(folder, await computeFingerprint([sources]));
    utimesSync(written, version, version);
  }
  expect(readdirSync(folder)).toHaveLength(5);
  writeFileSync(workflowFile(), "version 8");
  await bundle();
  expect(builds).toBe(8);
});
