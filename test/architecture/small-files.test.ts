import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { measureSources } from "../../scripts/figures.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Files of the product with fewer than fifteen lines. A new one has a reason to stand alone; lower this when many have gone. */
const MOST_SHORT_FILES = 269;

/** The longest file of a read verb that may stand in `<area>.reads.ts`. */
const SMALL_READ_LINES = 20;
const READ_VERB = /^(get|list|read|find|describe|search|check)-/;

type Sources = ReadonlyMap<string, string>;

const readSources = (pattern: string): Sources =>
  new Map(
    globSync(pattern, { cwd: ROOT })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => !path.includes("node_modules/") && !path.includes("/generated/"))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );

const countLines = (source: string): number => source.trimEnd().split("\n").length;

/** Returns the files of verbs that a table of operations beside them runs, and that only read a few rows. */
const findSmallReads = (sources: Sources): string[] => {
  const tables = [...sources].filter(([file]) => file.endsWith(".operations.ts"));
  const isVerb = (file: string) =>
    tables.some(([table, source]) => dirname(table) === dirname(file) && source.includes(`"./${basename(file)}"`));
  return [...sources]
    .filter(([file, source]) => READ_VERB.test(basename(file)) && countLines(source) <= SMALL_READ_LINES)
    .map(([file]) => file)
    .filter(isVerb);
};

/** Returns the small reads that belong into the reads of their area: it has such a file, or two of them stand beside each other. */
const findStrayReads = (sources: Sources): string[] => {
  const reads = findSmallReads(sources);
  const hasReads = (folder: string) =>
    [...sources.keys()].some((file) => file.startsWith(`${folder}/`) && file.endsWith(".reads.ts"));
  return reads.filter(
    (file) => hasReads(dirname(file)) || reads.filter((other) => dirname(other) === dirname(file)).length > 1,
  );
};

const FLOATING = /\/\*\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\n[ \t]*(?=\n|\}|$)/g;
const AFTER_CODE = /^(?!import |export (?:type )?(?:\*|\{)|\s|\}|\/\*|\/\/|\s*\*|$).+/m;

/** Returns the lines of doc comments that stand over nothing: only the first one of a file may, as the file's comment. */
const findDocsOverNothing = (source: string): number[] =>
  [...source.matchAll(FLOATING)]
    .filter(({ index }, at) => at > 0 || AFTER_CODE.test(source.slice(0, index)))
    .map(({ index }) => source.slice(0, index).split("\n").length);

describe("small files", () => {
  it("are no more than they were", () => {
    expect(measureSources(ROOT).shortFiles.length).toBeLessThanOrEqual(MOST_SHORT_FILES);
  });

  it("reads of an area stand together", () => {
    const sources = readSources("api/**/*.ts");
    expect(sources.size).toBeGreaterThan(300);
    expect(findStrayReads(sources)).toEqual([]);
  });

  it("stray reads are found where they are planted", () => {
    const verb = "export const listCups = () => [];\n";
    const table = `import { listCups } from "./list-cups.ts";\nimport { getCup } from "./get-cup.ts";\n`;
    const alone = new Map([
      ["api/cups/cups.operations.ts", table],
      ["api/cups/list-cups.ts", verb],
    ]);
    expect(findStrayReads(alone)).toEqual([]);
    expect(findStrayReads(new Map([...alone, ["api/cups/cups.reads.ts", ""]]))).toEqual(["api/cups/list-cups.ts"]);
    expect(findStrayReads(new Map([...alone, ["api/cups/get-cup.ts", verb]]))).toHaveLength(2);
    expect(findStrayReads(new Map([...alone, ["api/cups/get-cup.ts", verb.repeat(21)]]))).toEqual([]);
  });
});

describe("a doc comment", () => {
  it("stands over something", () => {
    const sources = readSources(
      "{domain,application,api,workflows,activities,worker,media,infra,console,scripts}/**/*.{ts,tsx}",
    );
    expect(sources.size).toBeGreaterThan(1_000);
    const found = [...sources].flatMap(([file, source]) =>
      findDocsOverNothing(source).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["the file's own", `import { a } from "./a.ts";\n\n/** Of cups. */\n\nexport const b = a;\n`, []],
    ["a second one", `/** Of cups. */\n\n/** Of tables. */\n\nexport const b = 1;\n`, [3]],
    ["one after code", `export const a = 1;\n/** Of cups. */\n\nexport const b = 1;\n`, [2]],
    ["one at the end", `export const a = 1;\n/** Of cups. */\n`, [2]],
    ["one over something", `export const a = 1;\n\n/** Of cups. */\nexport const b = 1;\n`, []],
  ])("of a file: %s", (_, source, lines) => {
    expect(findDocsOverNothing(source)).toEqual(lines);
  });
});
