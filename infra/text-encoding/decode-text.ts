import { addWarnings, type FileWarning } from "../../domain/file/file-warning.ts";
import type { TextEncoding } from "../../domain/file/text-encoding.ts";
import { chooseEncoding } from "./choose-encoding.ts";
import type { TextSource } from "./text-source.ts";

export interface Decoding {
  /** The encoding that the request names; null: none. */
  encoding: TextEncoding | null;
  /** Told once the text has been read to its end, when there is something to tell. */
  onWarnings?: ((warnings: readonly FileWarning[]) => void) | undefined;
}

/** The request names no encoding. */
export const FIND_ENCODING: Decoding = { encoding: null };

/**
 * Reads a text of any encoding as a stream of pieces that end between characters. Reads it twice: what a text is encoded in,
 * only the whole of it shows. Memory does not grow with it.
 */
export async function* decodeText(
  source: TextSource,
  { encoding: asked, onWarnings = () => {} }: Decoding,
): AsyncGenerator<string> {
  const { encoding, isGuess } = await chooseEncoding(source, asked);
  const decoder = new TextDecoder(encoding);
  let undecodable = 0;
  for await (const bytes of withEnd(source())) {
    const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
    if (text === "") continue;
    undecodable += text.includes("\uFFFD") ? text.split("\uFFFD").length - 1 : 0;
    yield text;
  }
  const warnings: FileWarning[] = [
    { code: "encoding_found", count: isGuess ? 1 : 0, detail: encoding },
    { code: "undecodable_text", count: undecodable, detail: encoding },
  ];
  onWarnings(addWarnings(warnings));
}

async function* withEnd(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  yield* pieces;
  yield null;
}

/** Reads a whole text at once. */
export const decodeWhole = async (source: TextSource, decoding: Decoding): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of decodeText(source, decoding)) pieces.push(piece);
  return pieces.join("");
};
