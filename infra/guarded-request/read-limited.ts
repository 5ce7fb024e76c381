import type { IncomingMessage } from "node:http";
import { createPieceLimit } from "./piece-limit.ts";

/** Reads at most `maxBytes` as UTF-8 and discards the rest. */
export const readLimited = async (
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const countPiece = createPieceLimit(incoming);
  const parts: AsyncIterable<Uint8Array> = incoming;
  for await (const part of parts) {
    chunks.push(Buffer.from(part));
    bytes += part.length;
    countPiece(part.length);
    // Leaving the loop destroys the stream, and with it the connection.
    if (bytes > maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: bytes > maxBytes });
  return { text, truncated: bytes > maxBytes };
};
