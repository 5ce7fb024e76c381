import { createHash, createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import type { CallbackRequest } from "../carrier.ts";
import { decodeTokenPart, isSameProof } from "../signed-token.ts";

type Key = Pick<LivekitSettings, "apiKey" | "apiSecret">;

const header = z.object({ alg: z.literal("HS256") });
const claims = z.object({ iss: z.string(), exp: z.number(), nbf: z.number().nullish(), sha256: z.string() });

const CLOCK_DIFFERENCE_SECONDS = 60;
const VALID_SECONDS = 240;

/**
 * Tells whether a request was signed with LiveKit's key, by LiveKit or by a process of ours: with a token that has not expired and
 * holds the hash of the body. The address is not signed, so the subject of a request must be read from its body.
 */
export const isGenuine = ({ apiKey, apiSecret }: Key, request: CallbackRequest, now = new Date()): boolean => {
  const [head = "", payload = "", signature = "", more] = (request.headers["authorization"] ?? "").split(".");
  if (more !== undefined || signature === "") return false;
  const expected = createHmac("sha256", apiSecret).update(`${head}.${payload}`).digest("base64url");
  if (!isSameProof(expected, signature) || !header.safeParse(decodeTokenPart(head)).success) return false;
  const read = claims.safeParse(decodeTokenPart(payload)).data;
  if (!read || read.iss !== apiKey) return false;
  const seconds = now.getTime() / 1000;
  const isCurrent = read.exp > seconds && (read.nbf ?? 0) <= seconds + CLOCK_DIFFERENCE_SECONDS;
  return isCurrent && isSameProof(sha256(request.body), read.sha256);
};

/** Returns the header that makes a request of ours genuine for some minutes. */
export const signBody = ({ apiKey, apiSecret }: Key, body: string): Promise<string> =>
  new SignJWT({ sha256: sha256(body) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(apiKey)
    .setExpirationTime(Math.floor(Date.now() / 1000) + VALID_SECONDS)
    .sign(new TextEncoder().encode(apiSecret));

const sha256 = (body: string | Buffer): string => createHash("sha256").update(body).digest("base64");
