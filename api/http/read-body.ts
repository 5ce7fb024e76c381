import express, { type RequestHandler } from "express";
import { HttpError } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";
import { BODY_BYTES, PUBLIC_BODY_BYTES, PUBLIC_RAW_BYTES } from "./body-limits.ts";

export const DEEPEST_NESTING = 100;

/** Returns the readers of an operation's body; they run after admission, so that strangers' bodies are not read. */
export const chooseBodyReaders = ({ body, bodyKind, permission }: AnyOperation): RequestHandler[] => {
  const limit = permission === "public" ? PUBLIC_BODY_BYTES : BODY_BYTES;
  const readJson = express.json({ limit, strict: false, verify: (_request, _response, bytes) => refuseDeep(bytes) });
  // A JSON body is parsed; any other is left to the operation.
  if (bodyKind === "multipart") return body ? [readJson] : [];
  if (bodyKind === "raw")
    return [express.raw({ type: () => true, limit: permission === "public" ? PUBLIC_RAW_BYTES : BODY_BYTES })];
  return body ? [requireJson, readJson] : [];
};

const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  if (hasBody && !request.is("json")) {
    throw new HttpError(415, "unsupported_media_type", "Send the body as JSON, with Content-Type: application/json");
  }
  next();
};

/** The parser converts this error to the answer that `type` names. */
class DeepBodyError extends Error {
  override readonly name = "DeepBodyError";
  readonly type = "entity.too.deep";
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Checks the nesting of the bytes before they are parsed. */
const refuseDeep = (bytes: Buffer): void => {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEEPEST_NESTING) throw new DeepBodyError("the body is nested too deeply");
  }
};
