import { Readable } from "node:stream";
import { expect, it } from "@jest/globals";
import { type Block, type DocumentPart, NO_LOCATION } from "../../../domain/document/blocks.ts";
import { cutParts } from "../../../domain/document/cut-parts.ts";
import { cutIntoPassages } from "../../../domain/document/cut-passages.ts";

/** Every character is a surrogate pair that a cut at an odd place would halve, and nothing invites a cut. */
const FACES = `x${"😀".repeat(9_000)}`;

const partsOf = async (...blocks: Block[]): Promise<DocumentPart[]> => {
  const parts: DocumentPart[] = [];
  for await (const { part } of cutParts(Readable.from(blocks), { atPagesOnly: false })) parts.push(part);
  return parts;
};
const textsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

it.each<Block>([
  { kind: "heading", level: 1, text: FACES, ...NO_LOCATION },
  { kind: "paragraph", text: FACES, ...NO_LOCATION },
  { kind: "row", cells: [FACES], ...NO_LOCATION },
])("a $kind that is cut is cut between characters", async (block) => {
  const parts = await partsOf(block);
  const texts = textsIn(parts);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
  const passages = parts.flatMap(cutIntoPassages);
  expect(passages.filter(({ text }) => !text.isWellFormed())).toEqual([]);
});

it("a long text is cut into pieces that come to all of it", async () => {
  const [part] = await partsOf({ kind: "paragraph", text: FACES, ...NO_LOCATION });
  expect(part?.blocks.map((block) => ("text" in block ? block.text : "")).join("")).toBe(FACES);
});
