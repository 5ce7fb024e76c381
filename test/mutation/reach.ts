import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { reachableModules } from "./reachable-modules.ts";

/** The behaviour of one test file without a fault: its time, and the functions that each of its tests calls. */
const fileReach = z.object({
  took: z.number(),
  tests: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
});
export type FileReach = z.output<typeof fileReach>;

const noted = z.object({ file: z.string(), tests: fileReach.shape.tests });
const keptReach = z.record(z.string(), fileReach.extend({ contents: z.string() }));

/** Names of tests, by test file. */
type Names = ReadonlyMap<string, readonly string[]>;

/** Tells which tests call which functions. */
export interface Reach {
  /** Returns the tests that call the function `key`. */
  testsOf(key: string): Names;
  all(): Names;
}

/** Reads the file that `note-reach.js` wrote in a copy of the project: by test file, what each test calls. */
export const readNotes = (path: string, folder: string): ReadonlyMap<string, FileReach["tests"]> => {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const files = lines.filter((line) => line !== "").map((line) => noted.parse(JSON.parse(line)));
  return new Map(files.map(({ file, tests }) => [file.replace(`${folder}/`, ""), tests]));
};

export const reachOf = (files: ReadonlyMap<string, Pick<FileReach, "tests">>): Reach => {
  const namesBy = (wanted: (keys: readonly string[]) => boolean): Names =>
    new Map(
      [...files]
        .map(([file, { tests }]) => {
          // All tests need what is called before the first one.
          const isNeededByAll = tests.some(({ name, keys }) => name === "" && wanted(keys));
          const names = tests.filter(({ name, keys }) => name !== "" && (isNeededByAll || wanted(keys)));
          return [file, names.map(({ name }) => name)] as const;
        })
        .filter(([, names]) => names.length > 0),
    );
  return { testsOf: (key) => namesBy((keys) => keys.includes(key)), all: () => namesBy(() => true) };
};

/** The reach of a test file stays valid until something changes that it loads. */
export const openKeptReach = (root: string) => {
  const path = join(root, ".cache/mutation/reach.json");
  const kept = existsSync(path) ? keptReach.parse(JSON.parse(readFileSync(path, "utf8"))) : {};
  return {
    find: (file: string): FileReach | undefined =>
      kept[file]?.contents === contentsOf(root, file) ? kept[file] : undefined,
    keep: (file: string, reach: FileReach): void => {
      kept[file] = { ...reach, contents: contentsOf(root, file) };
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(kept));
    },
  };
};

const contentsOf = (root: string, file: string): string => {
  const hash = createHash("sha256");
  for (const module of [...reachableModules(root, file)].sort())
    hash.update(`${module}\0`).update(readFileSync(join(root, module)));
  return hash.digest("hex").slice(0, 24);
};
