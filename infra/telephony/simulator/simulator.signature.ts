import { createHmac, timingSafeEqual } from "node:crypto";

export const TIMESTAMP_HEADER = "x-simulator-timestamp";
export const SIGNATURE_HEADER = "x-simulator-signature";

const REPLAY_WINDOW_SECONDS = 300;

export interface SignedRequest {
  /** Unix seconds as text, exactly as in the header. */
  timestamp: string;
  url: string;
  body: Buffer | string;
}

/**
 * Returns the hex HMAC-SHA256 over `timestamp.url.body`; a WebSocket's address counts as that of its opening HTTP
 * request.
 */
export const signRequest = (signingKey: string, request: SignedRequest): string =>
  createHmac("sha256", signingKey)
    .update(`${request.timestamp}.${request.url.replace(/^ws/, "http")}.`)
    .update(request.body)
    .digest("hex");

/** Returns the headers that sign a request of the simulator, as of now. */
export const buildSignatureHeaders = (signingKey: string, request: { url: string; body: string }) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signRequest(signingKey, { timestamp, ...request }) };
};

/** Tells whether the signature is ours and less than five minutes off `now`; the comparison takes constant time. */
export const isSignedBy = (signingKey: string, request: SignedRequest & { signature: string; now: Date }): boolean => {
  if (!/^\d{1,12}$/.test(request.timestamp)) return false;
  if (Math.abs(request.now.getTime() / 1000 - Number(request.timestamp)) > REPLAY_WINDOW_SECONDS) return false;
  return isSameText(signRequest(signingKey, request), request.signature);
};

/** Compares in constant time; only the length can be learnt. */
export const isSameText = (expected: string, given: string): boolean => {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
};
