import type { IncomingMessage } from "node:http";

/** Reads the whole text of a message. Throws when it is larger than `maxBytes`. */
export const readBody = async (message: IncomingMessage, maxBytes: number): Promise<string> => {
  const stream: AsyncIterable<Buffer> = message;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
