import express, { type RequestHandler } from "express";
import { BODY_BYTES, PUBLIC_BODY_BYTES, PUBLIC_RAW_BYTES } from "./body-limits.ts";
import { HttpError } from "./http-error.ts";
import type { AnyOperation } from "./operation.ts";

export const DEEPEST_NESTING = 100;
/** A megabyte may hold half a million values, and parsing and checking them would keep everybody else waiting. */
export const MOST_VALUES = 100_000;

/** Returns the readers of an operation's body; they run after admission, so that strangers' bodies are not read. */
export const chooseBodyReaders = ({
  body,
  bodyKind,
  permission,
}: Pick<AnyOperation, "body" | "bodyKind" | "permission">): RequestHandler[] => {
  const limit = permission === "public" ? PUBLIC_BODY_BYTES : BODY_BYTES;
  const readJson = express.json({ limit, strict: false, verify: (_request, _response, bytes) => refuseCostly(bytes) });
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
class CostlyBodyError extends Error {
  override readonly name = "CostlyBodyError";
  readonly type: "entity.too.deep" | "entity.too.many";
  constructor(type: CostlyBodyError["type"]) {
    super("the body is nested too deeply, or holds too many values");
    this.type = type;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Checks the nesting and the count of values of the bytes before they are parsed. */
const refuseCostly = (bytes: Buffer): void => {
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values += 1;
      if (byte !== COMMA) depth += 1;
      if (depth > DEEPEST_NESTING) throw new CostlyBodyError("entity.too.deep");
      if (values > MOST_VALUES) throw new CostlyBodyError("entity.too.many");
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
  }
};
