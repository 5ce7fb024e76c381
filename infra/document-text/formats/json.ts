import { type Block, NO_LOCATION } from "../../../domain/document/blocks.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { MAX_JSON_DEPTH, TOO_DEEP } from "../../../domain/document/file-reading-limits.ts";
import { type Decoding, decodeWhole, FIND_ENCODING } from "../../text-encoding/decode-text.ts";
import { fileSource } from "../../text-encoding/text-source.ts";

/**
 * Reads the blocks of a JSON document: a line for each value, with its path; a list of objects gives one block for each
 * of them.
 */
export async function* readJsonBlocks(file: string, decoding: Decoding = FIND_ENCODING): AsyncGenerator<Block> {
  const text = await decodeWhole(fileSource(file), decoding);
  if (text.trim() === "") return;
  yield* blocksOf(parse(text), { path: "", depth: 1 });
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DocumentTextError("This file is no JSON, or it was not uploaded whole; correct it and upload it again.", {
      cause: error,
    });
  }
};

interface Place {
  path: string;
  depth: number;
}

function* blocksOf(value: unknown, place: Place): Generator<Block> {
  if (place.depth > MAX_JSON_DEPTH) throw new DocumentTextError(TOO_DEEP);
  if (isPlain(value)) {
    yield* paragraph([lineOf(place.path, value)], null);
    return;
  }
  const entries = entriesOf(value);
  const plain = entries.filter(([, child]) => isPlain(child));
  const row = rowOf(place.path);
  yield* paragraph(
    plain.map(([key, child]) => lineOf(key, child)),
    row,
  );
  for (const [key, child] of entries) {
    if (isPlain(child)) continue;
    const path = Array.isArray(value) ? `${place.path}[${Number(key) + 1}]` : place.path ? `${place.path}.${key}` : key;
    if (!Array.isArray(value)) yield { kind: "heading", level: Math.min(place.depth, 6), text: path, ...NO_LOCATION };
    yield* blocksOf(child, { path, depth: place.depth + 1 });
  }
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];
/** Returns the number of an element in its list. */
const rowOf = (path: string): number | null => Number(/\[(\d+)\]$/.exec(path)?.[1] ?? 0) || null;
const lineOf = (key: string, value: unknown): string => (key === "" ? String(value) : `${key}: ${String(value)}`);

function* paragraph(lines: readonly string[], row: number | null): Generator<Block> {
  if (lines.length > 0) yield { kind: "paragraph", text: lines.join("\n"), page: null, row };
}
