import { Readable } from "node:stream";
import { expect, it } from "@jest/globals";
import { sampleFile, startingWith } from "../../../infra/contact-file/sample-file.ts";

const sampleOf = async (pieces: readonly string[], bytes: number) => {
  const { sample, isWhole, rest } = await sampleFile(Readable.from(pieces.map((piece) => Buffer.from(piece))), bytes);
  const afterwards: string[] = [];
  for await (const piece of rest) afterwards.push(piece.toString());
  return { sample: sample.toString(), isWhole, rest: afterwards };
};

it.each([
  [["ab", "cd", "ef"], { sample: "abcd", isWhole: false, rest: ["ef"] }],
  [["abc"], { sample: "abc", isWhole: false, rest: [] }],
  [["ab"], { sample: "ab", isWhole: true, rest: [] }],
  [[], { sample: "", isWhole: true, rest: [] }],
])("the first three bytes of a file that comes as %j are read, and no piece more", async (pieces, expected) => {
  expect(await sampleOf(pieces, 3)).toEqual(expected);
});

it("a file continues behind its sample", async () => {
  const { sample, rest } = await sampleFile(Readable.from([Buffer.from("abc"), Buffer.from("def")]), 1);
  const pieces: string[] = [];
  for await (const piece of startingWith(sample, rest)) pieces.push(piece.toString());
  expect(pieces).toEqual(["abc", "def"]);
});
