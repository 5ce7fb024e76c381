import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

const NAMED = /^\s*(?:it|test)\("([^"]*)"/gm;
/** Words with which a name needs its `describe` to be read, or has a clause where its subject should be. */
const NEEDS_ANOTHER = /^(?:of|that|which|whose|whom|what|who|whoever|whatever)\s/;

const findDependentNames = (source: string): string[] =>
  [...source.matchAll(NAMED)].map(([, name = ""]) => name).filter((name) => NEEDS_ANOTHER.test(name));

it("the names of tests are read without what stands around them", () => {
  const files = globSync("test/**/*.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    findDependentNames(readFileSync(join(ROOT, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it.each([
  [`it("of a draft is nothing yet", () => {});`, 1],
  [`  it("what waits is refused", async () => {});`, 1],
  [`it("progress of a draft is zero", () => {});`, 0],
])("in %s there are %d that are not", (source, count) => {
  expect(findDependentNames(source)).toHaveLength(count);
});
