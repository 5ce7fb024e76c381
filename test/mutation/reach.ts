import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const fileReach = z.object({
  file: z.string(),
  tests: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
});

/** Which tests call which functions, as a run over the code with probes has noted it. */
export interface Reach {
  /** By test file, the names of those that call the function `key`. */
  testsOf(key: string): ReadonlyMap<string, readonly string[]>;
  /** By test file, the names of all. */
  all(): ReadonlyMap<string, readonly string[]>;
}

/** Of the file that `note-reach.js` wrote in a copy of the project. */
export const readReach = (path: string, folder: string): Reach => {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const files = lines.map((line) => fileReach.parse(JSON.parse(line)));
  const namesBy = (wanted: (keys: readonly string[], name: string) => boolean) =>
    new Map(
      files
        .map(({ file, tests }) => {
          const isNeededByAll = tests.some(({ name, keys }) => name === "" && wanted(keys, name));
          const names = tests.filter(({ name, keys }) => name !== "" && (isNeededByAll || wanted(keys, name)));
          return [file.replace(`${folder}/`, ""), names.map(({ name }) => name)] as const;
        })
        .filter(([, names]) => names.length > 0),
    );
  return { testsOf: (key) => namesBy((keys) => keys.includes(key)), all: () => namesBy((_, name) => name !== "") };
};
