import { expect, it } from "@jest/globals";
import type { DocumentPart } from "../../../domain/document/blocks.ts";
import { cutIntoPassages } from "../../../domain/document/cut-passages.ts";
import { countTables, warnOfTables } from "../../../domain/document/document-findings.ts";
import { renderMarkdown } from "../../../domain/document/markdown.ts";

const place = { page: 1, row: null };
const part: DocumentPart = {
  headings: [],
  columns: null,
  blocks: [
    { kind: "columns", cells: ["Plan", "Price"], ...place },
    { kind: "row", cells: ["Gold", "90"], ...place },
    { kind: "columns", cells: [], ...place },
    { kind: "row", cells: ["Phone", "123"], ...place },
  ],
};

it("a table without names of columns takes none of the table before it", () => {
  expect(cutIntoPassages(part).map(({ text }) => text)).toEqual(["Plan: Gold; Price: 90\nPhone; 123"]);
});

it("a table without names of columns stays a table in Markdown", () => {
  expect(renderMarkdown(part)).toContain("| Gold | 90 |\n\n\n|  |  |\n| --- | --- |\n| Phone | 123 |");
});

it("is counted and warned of", () => {
  expect(countTables(part)).toEqual({ tables: 2, unnamedTables: 1 });
  expect(warnOfTables({ tables: 3, unnamedTables: 0 })).toEqual([]);
  expect(warnOfTables({ tables: 3, unnamedTables: 2 })).toEqual([
    expect.stringMatching(/^2 tables are read without .*xlsx or csv/),
  ]);
});
