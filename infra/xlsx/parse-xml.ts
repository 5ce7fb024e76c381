import { Parser } from "htmlparser2";
import { MAX_ELEMENT_DEPTH } from "../../domain/document/file-reading-limits.ts";
import { KILOBYTE } from "../../domain/file/bytes.ts";

export interface XmlHandler {
  /** Names come without their prefix. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const PARSED_BYTES = 64 * KILOBYTE;

/** Parses a part of an Office file piece by piece; after each piece the caller may take what it has read. */
export function* parseXml(bytes: Uint8Array, handler: XmlHandler): Generator<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_ELEMENT_DEPTH) throw new Error("its parts are nested too deeply");
        handler.open?.(withoutPrefix(name), attributes);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        handler.close?.(withoutPrefix(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += PARSED_BYTES) {
    parser.write(decoder.decode(bytes.subarray(at, at + PARSED_BYTES), { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  if (depth > 0) throw new Error("a part of it ends too early");
  parser.end();
  yield;
}

/** Parses a whole part. */
export const parseWholeXml = (bytes: Uint8Array | undefined, handler: XmlHandler): void => {
  if (!bytes) return;
  for (const _ of parseXml(bytes, handler));
};

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
};
