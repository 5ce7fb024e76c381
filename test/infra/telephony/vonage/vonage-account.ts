import { createHash, generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import { verifySignature } from "@vonage/jwt";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";

/** Creates an account at Vonage with one application, its keys and secrets. */
export const createVonageAccount = () => {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    apiKey: randomBytes(4).toString("hex"),
    apiSecret: randomBytes(8).toString("hex"),
    applicationId: randomUUID(),
    privateKey: keys.privateKey,
    publicKey: keys.publicKey,
    signatureSecret: randomBytes(32).toString("base64"),
  };
};

export type VonageAccount = ReturnType<typeof createVonageAccount>;

export const credentialsOf = (account: VonageAccount) => ({
  api_key: account.apiKey,
  api_secret: account.apiSecret,
  application_id: account.applicationId,
  private_key: account.privateKey,
  signature_secret: account.signatureSecret,
});

/**
 * Returns why a request as the application is refused, in Vonage's terms; null: it is accepted. Each token works once.
 */
export const refusalOf = (
  account: VonageAccount,
  header: string | undefined,
  seenTokens: Set<string>,
): "unauthorized" | "jwt-expired" | null => {
  const token = /^Bearer (\S+)$/.exec(header ?? "")?.[1];
  if (token === undefined || decodeProtectedHeader(token).alg !== "RS256") return "unauthorized";
  const { application_id, iat, exp, jti } = decodeJwt(token);
  const now = Date.now() / 1000;
  if (exp === undefined || exp <= now) return "jwt-expired";
  if (!verifySignature(token, account.publicKey) || application_id !== account.applicationId) return "unauthorized";
  const lives = iat === undefined ? Number.NaN : exp - iat;
  if (!jti || seenTokens.has(jti) || !(lives > 0 && lives <= 86_400) || (iat ?? 0) > now + 5) return "unauthorized";
  seenTokens.add(jti);
  return null;
};

/** Signs a webhook as Vonage sends it: signed with the account's secret, body and account named in the token. */
export const signWebhook = async (
  account: VonageAccount,
  request: { url: string; body: string; method?: "GET" | "POST" },
  at = new Date(),
): Promise<CallbackRequest> => {
  const { url, body, method = "POST" } = request;
  const hashed = method === "GET" ? JSON.stringify(Object.fromEntries(new URL(url).searchParams)) : body;
  const token = await new SignJWT({
    payload_hash: createHash("sha256").update(hashed).digest("hex"),
    api_key: account.apiKey,
    application_id: account.applicationId,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(Math.floor(at.getTime() / 1000))
    .setIssuer("Vonage")
    .setJti(randomUUID())
    .sign(Buffer.from(account.signatureSecret));
  if (!verifySignature(token, account.signatureSecret)) throw new Error("Vonage's own library refuses this signature");
  const contentType = method === "GET" ? undefined : "application/json";
  return {
    method,
    url,
    headers: { "content-type": contentType, authorization: `Bearer ${token}` },
    body: Buffer.from(body),
  };
};
