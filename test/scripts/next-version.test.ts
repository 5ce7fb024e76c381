import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { version } from "../../infra/version.ts";
import {
  closeSection,
  describeSchemaLine,
  isLater,
  isVersion,
  NAMED_IN,
  nameVersion,
} from "../../scripts/release/switch-version.ts";
import { RELEASED_SCHEMAS } from "../infra/postgres/migrations/released-schemas.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

describe("a version", () => {
  it.each([
    ["1.0.0", "0.1.0"],
    ["0.10.0", "0.9.9"],
    ["1.0.1", "1.0.0"],
  ])("comes after one before it: %s after %s", (later, earlier) => {
    expect([isLater(later, earlier), isLater(earlier, later), isLater(later, later)]).toEqual([true, false, false]);
  });

  it("is three numbers", () => {
    expect(["1.0.0", "1.0", "v1.0.0", "1.0.0-rc.1", ""].map(isVersion)).toEqual([true, false, false, false, false]);
  });
});

describe("the version of a checkout", () => {
  it.each(Object.entries(NAMED_IN))("is named by %s, and another one after the switch", (file, patterns) => {
    const text = read(file);
    const next = nameVersion(text, { patterns, from: version, to: "77.8.9" });
    for (const pattern of patterns) {
      expect(next).toContain(pattern.replace("{}", "77.8.9"));
      expect(next).not.toContain(pattern.replace("{}", version));
    }
    expect(nameVersion(next, { patterns, from: "77.8.9", to: version })).toBe(text);
    expect(() => nameVersion(text, { patterns, from: "0.0.1", to: "1.0.0" })).toThrow("nothing reads");
  });

  it("is refused where it is not a later one", () => {
    const script = join(ROOT, "scripts/next-version.ts");
    const { status, stderr } = spawnSync(process.execPath, [script, "one"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 2, stderr: "Name the version: npm run next-version -- 1.0.0\n" });
  });
});

describe("the changelog of a new version", () => {
  const changelog =
    "# Changelog\n\nIts form.\n\n## [Unreleased]\n\n- A new thing.\n\n## [1.0.0] - 2026-01-01\n\nIt is.\n";
  const on = { version: "1.1.0", date: "2026-02-03" };

  it("has what was unreleased in the section of the version, and nothing unreleased", () => {
    expect(closeSection(changelog, on)).toEqual({
      changelog:
        "# Changelog\n\nIts form.\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- A new thing.\n\n## [1.0.0] - 2026-01-01\n\nIt is.\n",
      before: null,
    });
  });

  it("begins anew with a text of its own, and gives back what was there", () => {
    expect(closeSection(changelog, { ...on, anew: "What it does.\n" })).toEqual({
      changelog: "# Changelog\n\nIts form.\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\nWhat it does.\n",
      before: "- A new thing.\n\n## [1.0.0] - 2026-01-01\n\nIt is.\n",
    });
  });
});

it("the line of a released schema is the one that the test of upgrades reads", () => {
  const [first] = RELEASED_SCHEMAS;
  const migrations = readdirSync(join(ROOT, "infra/postgres/migrations"))
    .filter((file) => /^\d{4}-/.test(file) && file.replace(/\.ts$/, "") <= (first?.lastMigration ?? ""))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(ROOT, "infra/postgres/migrations", file)) }));
  const line = describeSchemaLine("0.1.0", migrations);
  expect(line).toContain(`version: "0.1.0"`);
  expect(line).toContain(`lastMigration: "${first?.lastMigration}"`);
  expect(line).toContain(`textHash: "${first?.textHash}"`);
});
