import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";

interface Prepared {
  plain: Buffer;
  compressed: Buffer;
  etag: string;
}

/** The document is made, written and compressed at its first request, and sent from memory from then on. */
export const openApiAnswer = (makeDocument: () => object): RequestHandler => {
  let prepared: Promise<Prepared> | undefined;
  return async (request, response) => {
    prepared ??= prepare(makeDocument());
    const { plain, compressed, etag } = await prepared;
    // Kept by caches, and asked for again by its tag at each use.
    response.set({ "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" });
    if (request.get("if-none-match")?.split(/,\s*/).includes(etag)) return void response.status(304).end();
    const isCompressed = request.acceptsEncodings("gzip") === "gzip";
    if (isCompressed) response.set("Content-Encoding", "gzip");
    response.type("application/json").send(isCompressed ? compressed : plain);
  };
};

const prepare = async (document: object): Promise<Prepared> => {
  const plain = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { plain, compressed: await promisify(gzip)(plain), etag };
};
