import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { read, root } from "./markdown.ts";

const TABLE = "test/media/README.md";
const ROW = /^\| (?<situation>[^|]+) \| `(?<file>[^`]+)` \| (?<test>[^|]+) \|$/gm;

it("the table of a trunk's situations names tests that there are", () => {
  const rows = [...read(TABLE).matchAll(ROW)].map(({ groups = {} }) => groups);
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.filter(
    ({ file = "", test = "" }) => !existsSync(join(root, file)) || !read(file).includes(test),
  );
  expect(missing).toEqual([]);
});
