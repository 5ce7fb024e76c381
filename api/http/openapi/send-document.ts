import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { RequestHandler } from "express";
import { makeOnce } from "../../../domain/time/make-once.ts";

interface Prepared {
  plain: Buffer;
  compressed: Buffer;
  etag: string;
}

/** Fetches and compresses the document at its first request, and sends it from memory afterwards. */
export const buildOpenApiAnswer = (getDocument: () => Promise<object>): RequestHandler => {
  const prepareOnce = makeOnce(async () => prepare(await getDocument()));
  const ownTurn = createOwnTurns();
  return async (request, response) => {
    const { plain, compressed, etag } = await prepareOnce();
    // Caches revalidate the document by its ETag at each use.
    response.set({ "Cache-Control": "no-cache", ETag: etag, Vary: "Accept-Encoding" });
    if (request.get("if-none-match")?.split(/,\s*/).includes(etag)) return void response.status(304).end();
    await ownTurn();
    const isCompressed = request.acceptsEncodings("gzip") === "gzip";
    if (isCompressed) response.set("Content-Encoding", "gzip");
    response.type("application/json").send(isCompressed ? compressed : plain);
  };
};

/**
 * Returns a function that waits for a turn of the event loop that no other caller has: a large answer is copied to its connection
 * at once, and many in one turn would delay all other requests.
 */
const createOwnTurns = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
};

const prepare = async (document: object): Promise<Prepared> => {
  const plain = Buffer.from(JSON.stringify(document));
  const etag = `"${createHash("sha256").update(plain).digest("base64url")}"`;
  return { plain, compressed: await promisify(gzip)(plain), etag };
};
