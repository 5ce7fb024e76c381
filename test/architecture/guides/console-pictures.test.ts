import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { consolePaths, entryPaths } from "../../console/stories/walked-page.ts";

const FOLDER = join(import.meta.dirname, "../../../docs/console");

it("every screen of the console has its pictures in docs/console, and no picture is of nothing", () => {
  const rows = readFileSync(join(FOLDER, "README.md"), "utf8").matchAll(
    /^\| .+ \| `(.+)` \| !\[.+\]\((.+)\) \| !\[.+\]\((.+)\) \|$/gm,
  );
  const shown = [...rows].map(([, address = "", ...pictures]) => ({ address, pictures }));
  const addresses = new Set(shown.map(({ address }) => address));
  expect([...entryPaths(), ...consolePaths()].filter((path) => !addresses.has(path))).toEqual([]);
  const named = shown.flatMap(({ pictures }) => pictures);
  expect(named.toSorted()).toEqual(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".png"))
      .toSorted(),
  );
});
