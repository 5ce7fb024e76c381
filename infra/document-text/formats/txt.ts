import { type Block, NO_LOCATION } from "../../../domain/document/blocks.ts";
import { type Decoding, decodeText, FIND_ENCODING } from "../../text-encoding/decode-text.ts";
import { fileSource } from "../../text-encoding/text-source.ts";

const LONGEST_PARAGRAPH = 20_000;

/** Reads the paragraphs of a plain text in any encoding, as a stream; empty lines separate them. */
export async function* readTextBlocks(file: string, decoding: Decoding = FIND_ENCODING): AsyncGenerator<Block> {
  let waiting = "";
  let held = "";
  for await (const text of decodeText(fileSource(file), decoding)) {
    const whole = held + text;
    // A line end of two characters may stand on the border of two pieces.
    held = whole.endsWith("\r") ? "\r" : "";
    waiting += whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, "\n");
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

const paragraph = (text: string): Block[] => {
  const trimmed = text.replaceAll(/[ \t]+/g, " ").trim();
  return trimmed === "" ? [] : [{ kind: "paragraph", text: trimmed, ...NO_LOCATION }];
};
