import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { listBroken } from "../../../scripts/api-changes/broken.ts";
import { buildChangesPage } from "../../../scripts/api-changes/page.ts";
import { readRecorded, readToday } from "../../../scripts/api-changes/recorded.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/api-changelog`.
const FILE = "docs/integrators/api-changelog.md";

it("the guide lists what the API has changed from version to version", () => {
  const wanted = buildChangesPage(readRecorded(), readToday());
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});

it("today's API keeps what every version from 1.0.0 on has promised", () => {
  // Whoever may break one by docs/integrators/api-changes.md names it in AGREED (scripts/api-changes/broken.ts).
  expect(listBroken(readRecorded(), readToday())).toEqual([]);
});
