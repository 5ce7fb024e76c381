import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

/** Returns the folders that a table of the README names in its first column: `name/`, or a link of `name/`. */
const namedIn = (readme: string): string[] =>
  [...readme.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/([a-z-]+)\/(?=[`\]])/g)].map(([, name = ""]) => name),
  );

it.each(["domain", "application", "infra", "activities", "media"])(
  "the README of %s has a row for each of its folders, and no other",
  (top) => {
    const folders = readdirSync(join(ROOT, top), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = namedIn(readFileSync(join(ROOT, top, "README.md"), "utf8"));
    expect(named.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  },
);
