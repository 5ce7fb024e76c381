import { expect, it } from "@jest/globals";
import { type Block, type DocumentPart, NO_LOCATION } from "../../../../domain/document/blocks.ts";
import { renderMarkdown } from "../../../../domain/document/markdown.ts";
import { applyTranslations, listSegments } from "../../../../domain/document/translation/segments.ts";
import { endByForce } from "../../../harness/end-by-force.ts";

const row = (cells: string[], at: number): Block => ({ kind: "row", cells, page: null, row: at });
const part: DocumentPart = {
  headings: [],
  columns: null,
  blocks: [
    { kind: "heading", level: 2, text: "Prices", page: 3, row: null },
    { kind: "paragraph", text: "What it costs.", page: 3, row: null },
    { kind: "item", text: "Basic", ...NO_LOCATION },
    { kind: "code", text: "price = 1", ...NO_LOCATION },
    { kind: "columns", cells: ["Plan", "Price"], ...NO_LOCATION },
    row(["Basic", "10"], 1),
  ],
};
const upperCase = (from: DocumentPart) => new Map(listSegments(from).map((text) => [text, text.toUpperCase()]));

it("gives each text once, and neither code nor bare numbers", () => {
  expect(listSegments(part)).toEqual(["Prices", "What it costs.", "Basic", "Plan", "Price"]);
});

it("puts the translations in the place of the texts; kinds, levels, pages, rows stay", () => {
  const translated = applyTranslations(part, { translations: upperCase(part), before: null });
  expect(translated.blocks).toEqual([
    { kind: "heading", level: 2, text: "PRICES", page: 3, row: null },
    { kind: "paragraph", text: "WHAT IT COSTS.", page: 3, row: null },
    { kind: "item", text: "BASIC", ...NO_LOCATION },
    { kind: "code", text: "price = 1", ...NO_LOCATION },
    { kind: "columns", cells: ["PLAN", "PRICE"], ...NO_LOCATION },
    row(["BASIC", "10"], 1),
  ]);
});

it("begins a part under the translated headings and columns of the one before", () => {
  const before = applyTranslations(part, { translations: upperCase(part), before: null });
  const next: DocumentPart = {
    headings: [{ level: 2, text: "Prices" }],
    columns: ["Plan", "Price"],
    blocks: [row(["Premium", "30"], 2)],
  };
  expect(applyTranslations(next, { translations: upperCase(next), before })).toEqual({
    headings: [{ level: 2, text: "PRICES" }],
    columns: ["PLAN", "PRICE"],
    blocks: [row(["PREMIUM", "30"], 2)],
  });
});

it("is written as Markdown", () => {
  expect(renderMarkdown(part)).toBe(
    [
      "## Prices\n",
      "What it costs.\n",
      "- Basic\n",
      "```\nprice = 1\n```\n",
      "| Plan | Price |\n| --- | --- |\n| Basic | 10 |\n\n",
    ].join("\n"),
  );
});

it("is a table of its own where rows have no columns, and no cell ends a row", () => {
  const rows: DocumentPart = { headings: [], columns: null, blocks: [row(["a|b", "two\nlines"], 1)] };
  expect(renderMarkdown(rows)).toBe("|  |  |\n| --- | --- |\n| a\\|b | two lines |\n\n");
});

it("is written at once where a translation is a million blanks", () => {
  const blanks = " ".repeat(1_000_000);
  const text = (words: string) => ({
    headings: [],
    columns: null,
    blocks: [{ kind: "item" as const, text: words, ...NO_LOCATION }],
  });
  expect(endByForce(() => renderMarkdown(text(`a${blanks}b`)))).toBe(`- a${blanks}b\n\n`);
  expect(renderMarkdown(text("a \n\n  b\nc"))).toBe("- a b c\n\n");
});
