import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { tokenGenerate, verifySignature } from "@vonage/jwt";
import fc from "fast-check";
import { decodeJwt } from "jose";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import { signApplicationToken } from "../../../../infra/telephony/vonage/vonage.client.ts";
import { isGenuine } from "../../../../infra/telephony/vonage/vonage.signature.ts";
import { createVonageAccount, credentialsOf, signWebhook } from "./vonage-account.ts";

const account = createVonageAccount();
const credentials = credentialsOf(account);
const url = "https://us.example/run/status";
const body = JSON.stringify({ uuid: "1", status: "ringing", from: "12025550100" });

/** Returns a token of any content, signed as given. */
const forge = (head: object, claims: object, secret = account.signatureSecret): string => {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const signed = `${part(head)}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};
const goodClaims = () => ({
  iat: Math.floor(Date.now() / 1000),
  payload_hash: createHash("sha256").update(body).digest("hex"),
  api_key: account.apiKey,
  application_id: account.applicationId,
});
const asked = (token: string, more: Partial<CallbackRequest> = {}): CallbackRequest => ({
  method: "POST",
  url,
  headers: { authorization: `Bearer ${token}` },
  body: Buffer.from(body),
  ...more,
});
const HS256 = { alg: "HS256", typ: "JWT" };

describe("a webhook's signature", () => {
  it("is Vonage's own: their library takes what we take, of any body and secret", async () => {
    const secret = fc.string({ minLength: 1, unit: "grapheme" });
    const anyBody = fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean()));
    await fc.assert(
      fc.asyncProperty(secret, anyBody, async (signatureSecret, content) => {
        const text = JSON.stringify(content);
        const request = await signWebhook({ ...account, signatureSecret }, { url, body: text });
        const token = request.headers["authorization"]?.slice("Bearer ".length) ?? "";
        const ours = { ...credentials, signature_secret: signatureSecret };
        expect(verifySignature(token, signatureSecret)).toBe(true);
        expect(isGenuine(ours, request)).toBe(true);
        expect(isGenuine(ours, { ...request, body: Buffer.from(`${text} `) })).toBe(text === `${text} `.trim());
        expect(isGenuine({ ...ours, signature_secret: `${signatureSecret}x` }, request)).toBe(false);
        expect(isGenuine(ours, { ...request, body: Buffer.from(`${text}x`) })).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it("holds for the hash of the same content with other white space, which is how Vonage describes it", async () => {
    const request = await signWebhook(account, { url, body });
    const spaced = JSON.stringify(JSON.parse(body), null, 2);
    expect(isGenuine(credentials, { ...request, body: Buffer.from(spaced) })).toBe(true);
    expect(isGenuine(credentials, { ...request, body: Buffer.from(spaced.replace("ringing", "completed")) })).toBe(
      false,
    );
  });

  it("the signature of a GET is over its query", async () => {
    const asks = `${url}?to=442079460000&from=447700900000&uuid=1&conversation_uuid=CON-1`;
    const request = await signWebhook(account, { url: asks, body: "", method: "GET" });
    expect(isGenuine(credentials, request)).toBe(true);
    expect(isGenuine(credentials, { ...request, url: asks.replace("uuid=1", "uuid=2") })).toBe(false);
    expect(isGenuine(credentials, { ...request, url: `${asks}&more=1` })).toBe(false);
  });

  it.each([
    ["no algorithm", { alg: "none" }, {}],
    ["another algorithm", { alg: "RS256" }, {}],
    ["no time", HS256, { iat: undefined }],
    ["an old time", HS256, { iat: Math.floor(Date.now() / 1000) - 301 }],
    ["a time to come", HS256, { iat: Math.floor(Date.now() / 1000) + 320 }],
    ["an end that is past", HS256, { exp: Math.floor(Date.now() / 1000) - 1 }],
    ["no hash", HS256, { payload_hash: undefined }],
    ["another hash", HS256, { payload_hash: "0".repeat(64) }],
    ["no account", HS256, { api_key: undefined }],
    ["another account", HS256, { api_key: "deadbeef" }],
    ["another application", HS256, { application_id: "another" }],
  ])("is refused with %s", (_, head, claims) => {
    expect(isGenuine(credentials, asked(forge(HS256, goodClaims())))).toBe(true);
    expect(isGenuine(credentials, asked(forge(head, { ...goodClaims(), ...claims })))).toBe(false);
  });

  it("is never taken from an account without a secret", () => {
    const token = forge(HS256, goodClaims(), "");
    expect(isGenuine({ ...credentials, signature_secret: "" }, asked(token))).toBe(false);
    const { signature_secret: _, ...without } = credentials;
    expect(isGenuine(without, asked(token))).toBe(false);
  });

  it("is asked for as a bearer's token alone", () => {
    const token = forge(HS256, goodClaims());
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token}.more`,
      `Bearer ${token}=`,
      "Bearer ",
      undefined,
    ]) {
      expect(isGenuine(credentials, asked(token, { headers: { authorization } }))).toBe(false);
    }
  });
});

describe("the application's token", () => {
  it("is what Vonage's own library makes, with a life of minutes and an id of its own", async () => {
    const [ours, another] = [await signApplicationToken(credentials), await signApplicationToken(credentials)];
    const theirs = tokenGenerate(account.applicationId, account.privateKey);
    expect(verifySignature(ours, account.publicKey)).toBe(true);
    expect(ours.split(".")[0]).toBe(theirs.split(".")[0]);
    expect(Object.keys(decodeJwt(ours)).sort()).toEqual(Object.keys(decodeJwt(theirs)).sort());
    const { iat = 0, exp = 0, jti } = decodeJwt(ours);
    expect(exp - iat).toBe(120);
    expect(decodeJwt(another).jti).not.toBe(jti);
  });
});
