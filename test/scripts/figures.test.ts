import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { findDuplicateBlocks } from "../../scripts/duplicate-blocks.ts";
import { formatFigures, formatWeight, measureSources, weighFiles } from "../../scripts/figures.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "figures-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plant = (files: Record<string, string>) => {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
};
const lines = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}(${index});`);

describe("the figures of the source", () => {
  it("counts files, lines, long files and imports", () => {
    plant({
      "api/calls/start-call.ts": 'import { a } from "../../infra/call/a.ts";\nimport { z } from "zod";\n',
      "infra/call/a.ts": `${lines(201, "long").join("\n")}\n`,
      "infra/postgres/migrations/0001-a.ts": `${lines(300, "migration").join("\n")}\n`,
      "test/infra/call/a.test.ts": 'import { a } from "../../../infra/call/a.ts";\n',
    });
    const { topFolders, folders, longFiles, imports } = measureSources(root);
    expect(topFolders).toEqual([
      { folder: "api", files: 1, lines: 2 },
      { folder: "infra", files: 2, lines: 501 },
      { folder: "test", files: 1, lines: 1 },
    ]);
    expect(folders.map(({ folder }) => folder)).toEqual(["infra/postgres", "infra/call", "api/calls"]);
    expect(longFiles).toEqual([{ file: "infra/call/a.ts", lines: 201 }]);
    expect(Object.fromEntries([...imports].map(([from, row]) => [from, Object.fromEntries(row)]))).toEqual({
      api: { infra: 1 },
      test: { infra: 1 },
    });
  });

  it("is written as tables", () => {
    plant({ "api/a.ts": lines(12, "a").join("\n"), "worker/b.ts": ["b();", ...lines(12, "a")].join("\n") });
    const text = formatFigures(measureSources(root));
    expect(text).toContain("| api | 1 | 12 |");
    expect(text).toContain("## 0 files over 200 lines");
    expect(text).toContain("## 1 duplicated blocks of ten lines and more, 12 lines");
    expect(text).toContain("| 12 | api/a.ts:1 | worker/b.ts:2 |");
  });

  it("counts short files, and names that two files or exports share; entries of processes share theirs on purpose", () => {
    plant({
      "api/calls/read-body.ts": "export const readBody = 1;\nexport type Body = string;\n",
      "infra/call/read-body.ts": `export interface Body {}\n${lines(20, "long").join("\n")}\n`,
      "api/start.ts": "run();\n",
      "worker/start.ts": "run();\n",
    });
    const { shortFiles, filePairs, exportPairs } = measureSources(root);
    expect(shortFiles).toEqual(["api/calls/read-body.ts", "api/start.ts", "worker/start.ts"]);
    const files = ["api/calls/read-body.ts", "infra/call/read-body.ts"];
    expect(filePairs).toEqual([{ name: "read-body.ts", files }]);
    expect(exportPairs).toEqual([{ name: "Body", files }]);
    expect(formatFigures(measureSources(root))).toContain("## 2 files share a name: 1 names");
  });

  it("weighs pictures and histories apart", () => {
    plant({ "docs/a.png": "x".repeat(100_000), "test/workflows/histories/a.json": "x".repeat(200_000), "a.ts": "" });
    const weight = weighFiles(root, ["docs/a.png", "test/workflows/histories/a.json", "a.ts"]);
    expect(weight).toEqual({ all: 300_000, pictures: 100_000, histories: 200_000 });
    expect(formatWeight(weight)).toBe("The repository weighs 0.3 MB: 0.1 MB of pictures, 0.2 MB of histories.");
  });

  it("needs a source to measure", () => {
    expect(() => measureSources(root)).toThrow("There is no source below");
  });
});

describe("blocks that stand twice", () => {
  const find = (...sources: string[][]) =>
    findDuplicateBlocks(sources.map((source, index) => ({ file: `${index}.ts`, source: source.join("\n") })));

  it("are found from ten lines on", () => {
    expect(find(lines(9, "a"), lines(9, "a"))).toEqual([]);
    expect(find(["b();", ...lines(10, "a")], lines(10, "a"))).toEqual([
      { lines: 10, first: { file: "0.ts", line: 2 }, again: { file: "1.ts", line: 1 } },
    ]);
  });

  it("are found in one file, and each copy once", () => {
    const copied = lines(15, "a");
    expect(
      find([...copied, "b();", ...copied, "c();", ...copied]).map(({ lines, again }) => [lines, again.line]),
    ).toEqual([
      [15, 17],
      [15, 33],
    ]);
  });

  it("are found whatever is indented, commented or imported between their lines", () => {
    const [head = "", ...rest] = lines(10, "a");
    const spaced = ['import { a } from "./a.ts";', head, "", "/* why\n so */", ...rest.map((line) => `  ${line}`)];
    expect(find(lines(10, "a"), spaced)).toMatchObject([{ lines: 10, again: { line: 2 } }]);
  });

  it("are no two lines of the same words in a row", () => {
    expect(find(Array.from({ length: 15 }, () => "same();"))).toEqual([]);
  });
});
