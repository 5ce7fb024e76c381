import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { CallbackRequest } from "../carrier.ts";
import { decodeTokenPart, isSameProof } from "../signed-token.ts";

const TOLERANCE_SECONDS = 300;

const header = z.object({ alg: z.literal("HS256") });
const claims = z.object({
  iat: z.number(),
  exp: z.number().optional(),
  payload_hash: z.string(),
  api_key: z.string(),
  application_id: z.string().optional(),
});

/**
 * Tells whether a request is Vonage's own: a token signed with the account's secret a few minutes ago at most, with the
 * account and the hash of the content. Events and requests for instructions are signed alike. The address is not
 * signed, so the subject of a request must be read from its body.
 */
export const isGenuine = (credentials: CarrierCredentials, request: CallbackRequest, now = new Date()): boolean => {
  const secret = readSetting(credentials, "signature_secret");
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers["authorization"] ?? "") ?? [];
  if (secret === "" || token === undefined) return false;
  const [head = "", payload = "", signature = ""] = token.split(".");
  if (!isSameProof(createHmac("sha256", secret).update(`${head}.${payload}`).digest("base64url"), signature))
    return false;
  const read = claims.safeParse(decodeTokenPart(payload)).data;
  if (!header.safeParse(decodeTokenPart(head)).success || !read) return false;
  const isTheirs = [
    read.api_key === readSetting(credentials, "api_key"),
    (read.application_id ?? readSetting(credentials, "application_id")) === readSetting(credentials, "application_id"),
  ];
  return !isTheirs.includes(false) && isFresh(read, now) && isUnchanged(read.payload_hash, request);
};

const isFresh = ({ iat, exp }: z.infer<typeof claims>, now: Date): boolean => {
  const seconds = now.getTime() / 1000;
  return Math.abs(seconds - iat) <= TOLERANCE_SECONDS && (exp === undefined || exp > seconds);
};

/** The hash is of the body; for a GET, of its query as JSON. Vonage documents it for JSON without white space. */
const isUnchanged = (expected: string, { method, url, body }: CallbackRequest): boolean => {
  if (method === "GET") {
    const query = Object.fromEntries(new URL(url).searchParams);
    return isSameProof(sha256(JSON.stringify(query)), expected.toLowerCase());
  }
  const parsed = parseJson(body.toString("utf8"));
  const spellings = [body, ...(parsed === undefined ? [] : [JSON.stringify(parsed)])];
  return spellings.map((each) => isSameProof(sha256(each), expected.toLowerCase())).includes(true);
};

/** Returns the application that a request names, unverified. */
export const readClaimedApplication = (request: CallbackRequest): string | null => {
  const [, payload = ""] = (request.headers["authorization"] ?? "").split(".");
  return z.object({ application_id: z.string() }).safeParse(decodeTokenPart(payload)).data?.application_id ?? null;
};

const sha256 = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");
