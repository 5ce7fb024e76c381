import type { IncomingHttpHeaders } from "node:http";
import { KILOBYTE } from "../../../domain/file/bytes.ts";
import { BODY_BYTES } from "../body-limits.ts";

/** Reading and checking this many bytes of JSON takes about as long as a small request. */
export const BYTES_OF_ONE = 64 * KILOBYTE;
/** The cost of the largest JSON body; a longer one is refused, or streamed by an operation that counts its files. */
const MOST = BODY_BYTES / BYTES_OF_ONE;

/**
 * Returns how many requests a request counts as because of its body: one, up to sixteen for a body of 1 MB or of
 * unknown length, as a compressed one is.
 */
export const countBodyCost = (headers: IncomingHttpHeaders): number => {
  const isCompressed = (headers["content-encoding"] ?? "identity").toLowerCase() !== "identity";
  if (isCompressed || headers["transfer-encoding"] !== undefined) return MOST;
  const bytes = Number(headers["content-length"] ?? 0);
  return Math.min(MOST, Math.max(1, Math.ceil(bytes / BYTES_OF_ONE)));
};
