import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { consolePaths, entryPaths } from "../../console/stories/walked-page.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "docs/console");
/** Pictures are most of what a repository weighs, and each new one stays in its history. */
const MOST_PICTURES = 12;

it("every screen of the console has its row in docs/console, and no picture is of nothing", () => {
  const rows = readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(
    /^\| .+ \| `(.+)` \| (?:!\[.+\]\((.+)\) )?\|$/gm,
  );
  const shown = [...rows].map(([, address = "", picture]) => ({ address, picture }));
  const addresses = new Set(shown.map(({ address }) => address));
  expect([...entryPaths(), ...consolePaths()].filter((path) => !addresses.has(path))).toEqual([]);
  const named = shown.flatMap(({ picture }) => picture ?? []);
  expect(named.toSorted()).toEqual(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".png"))
      .toSorted(),
  );
});

it("the tree holds a few pictures; the others are taken when they are needed", () => {
  const listed = execFileSync("git", ["ls-files", "*.png", "*.jpg", "*.gif"], { cwd: ROOT, encoding: "utf8" });
  const pictures = listed.split("\n").filter((file) => file !== "");
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.length).toBeLessThanOrEqual(MOST_PICTURES);
});
