import type { Readable } from "node:stream";

/** Reads at most `maxBytes` as UTF-8 and lets go of the rest. */
export const readLimited = async (
  stream: Readable,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part: Buffer = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (bytes > maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), { stream: bytes > maxBytes });
  return { text, truncated: bytes > maxBytes };
};
