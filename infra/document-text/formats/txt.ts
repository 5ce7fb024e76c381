import { createReadStream } from "node:fs";
import { toUtf8, SAMPLE_BYTES } from "../../contact-file/text-encoding.ts";
import { type Block, NO_PLACE } from "../../../domain/document/blocks.ts";

const LONGEST_PARAGRAPH = 20_000;

/** Reads the paragraphs of a plain text in any encoding, as a stream; empty lines separate them. */
export async function* readTextBlocks(file: string): AsyncGenerator<Block> {
  let waiting = "";
  for await (const text of readTextFile(file)) {
    waiting += text.replaceAll(/\r\n?/g, "\n");
    const paragraphs = waiting.split(/\n[ \t]*\n\s*/);
    waiting = paragraphs.pop() ?? "";
    yield* paragraphs.flatMap(paragraph);
    if (waiting.length > LONGEST_PARAGRAPH) {
      yield* paragraph(waiting);
      waiting = "";
    }
  }
  yield* paragraph(waiting);
}

/** Reads a file's text as a stream. */
export async function* readTextFile(file: string): AsyncGenerator<string> {
  const chunks: AsyncIterator<Buffer> = createReadStream(file, { highWaterMark: SAMPLE_BYTES })[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const decoder = new TextDecoder("utf-8");
  for await (const utf8 of toUtf8(first.value, { [Symbol.asyncIterator]: () => chunks })) {
    yield decoder.decode(utf8, { stream: true });
  }
  yield decoder.decode();
}

const paragraph = (text: string): Block[] => {
  const trimmed = text.replaceAll(/[ \t]+/g, " ").trim();
  return trimmed === "" ? [] : [{ kind: "paragraph", text: trimmed, ...NO_PLACE }];
};
