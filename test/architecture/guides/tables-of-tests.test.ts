import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { read, root } from "./markdown.ts";

/** What is wanted, and the test of each. */
const TABLES = ["test/console/README.md", "test/media/README.md"];
const ROW = /^\| (?<wanted>[^|]+) \| `(?<file>[^`]+)` \| (?<test>[^|]+) \|$/gm;

it.each(TABLES)("the table of %s names tests that there are", (table) => {
  const rows = [...read(table).matchAll(ROW)].map(({ groups = {} }) => groups);
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.filter(
    ({ file = "", test = "" }) => !existsSync(join(root, file)) || !read(file).includes(test),
  );
  expect(missing).toEqual([]);
});
