import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

/** A shorter answer fits into one packet as it is. */
const SHORTEST_COMPRESSED_BYTES = 1_024;
/** When figures were read is no news: the tag, a weak one, is of the rest. */
const READ_AT_FIELD = '"as_of":';
const READ_AT = /"as_of":"[^"]*T[^"]*",?/g;
/** Brotli's usual quality takes twenty times as long for a tenth less. */
const BROTLI_QUALITY = 4;

/**
 * Sends JSON, compressed where the client reads that. A read has an ETag of its content, and a client that asks again by it gets
 * 304 while nothing has changed. Cookies of sessions are sent by pages of the console alone, so that no foreign page can make
 * requests whose lengths would tell it of secrets.
 */
export const sendJson = (
  request: Request,
  response: Response,
  { status, body }: { status: number; body: unknown },
): Promise<void> => sendJsonBytes(request, response, { status, plain: Buffer.from(JSON.stringify(body)) });

/** The same for JSON that is written already. */
export const sendJsonBytes = async (
  request: Request,
  response: Response,
  { status, plain }: { status: number; plain: Buffer },
): Promise<void> => {
  response.status(status).type("application/json").vary("Accept-Encoding");
  if (request.method === "GET" && status === 200) {
    const news = plain.includes(READ_AT_FIELD) ? plain.toString().replaceAll(READ_AT, "") : plain;
    const etag = `W/"${createHash("sha1").update(news).digest("base64url")}"`;
    response.set("ETag", etag);
    if (request.get("if-none-match")?.split(/,\s*/).includes(etag)) return void response.status(304).end();
  }
  const encoding = plain.length >= SHORTEST_COMPRESSED_BYTES && request.acceptsEncodings("br", "gzip");
  if (encoding !== "br" && encoding !== "gzip") return void response.send(plain);
  response.set("Content-Encoding", encoding).send(await compress(plain, encoding));
};

const compress = (plain: Buffer, encoding: "br" | "gzip"): Promise<Buffer> =>
  encoding === "gzip"
    ? promisify(gzip)(plain)
    : promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
