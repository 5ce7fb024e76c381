import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { TelnyxWebhook } from "telnyx/lib/webhooks";
import { isSignedByTelnyx } from "../../../../infra/telephony/telnyx/telnyx.signature.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64");
const nowSeconds = () => Math.floor(Date.now() / 1000);

const signed = (body: string, timestamp = String(nowSeconds())) => ({
  headers: {
    "telnyx-timestamp": timestamp,
    "telnyx-signature-ed25519": sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64"),
  },
  body: Buffer.from(body),
});

const theirs = async (publicKeyText: string, { headers, body }: ReturnType<typeof signed>): Promise<boolean> => {
  try {
    await new TelnyxWebhook(publicKeyText).verify(body.toString("utf8"), headers);
    return true;
  } catch {
    return false;
  }
};

/** Our verdict, which is that of Telnyx's own library. */
const verdict = async (publicKeyText: string, request: ReturnType<typeof signed>): Promise<boolean> => {
  const ours = isSignedByTelnyx(publicKeyText, request);
  expect(await theirs(publicKeyText, request)).toBe(ours);
  return ours;
};

describe("Telnyx's signature", () => {
  it("is taken as Telnyx's own library takes it, whatever the body", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (body) => {
        expect(await verdict(key, signed(body))).toBe(true);
        expect(await verdict(key, { ...signed(body), body: Buffer.from(`${body} `) })).toBe(false);
      }),
    );
  });

  it("is refused for another key, time or half of it", async () => {
    const request = signed("{}");
    const other = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }).x ?? "";
    expect(await verdict(Buffer.from(other, "base64url").toString("base64"), request)).toBe(false);
    const later = { ...request.headers, "telnyx-timestamp": String(nowSeconds() + 1) };
    expect(await verdict(key, { ...request, headers: later })).toBe(false);
    const half = request.headers["telnyx-signature-ed25519"].slice(0, 44);
    expect(await verdict(key, { ...request, headers: { ...request.headers, "telnyx-signature-ed25519": half } })).toBe(
      false,
    );
  });

  it.each([
    [-301, false],
    [-290, true],
    [290, true],
    [310, false],
  ])("made %d seconds from now is believed: %p", async (seconds, isBelieved) => {
    expect(await verdict(key, signed("{}", String(nowSeconds() + seconds)))).toBe(isBelieved);
  });

  it.each(["", "1e3", "-5", " 1", "0x10", "1.5", "٣"])("is refused with %j for a time", async (timestamp) => {
    expect(await verdict(key, signed("{}", timestamp))).toBe(false);
  });

  it.each(["", "AAAA", `${key}AAAA`, key.slice(0, -1), "ß".repeat(44)])(
    "is never taken with %j for a key",
    async (text) => {
      expect(await verdict(text, signed("{}"))).toBe(false);
    },
  );

  it("is taken with a key that was pasted with its line end", () => {
    expect(isSignedByTelnyx(`${key}\n`, signed("{}"))).toBe(true);
  });

  it("takes a fixed vector", () => {
    const request = {
      headers: {
        "telnyx-timestamp": "1766000000",
        "telnyx-signature-ed25519": VECTOR.signature,
      },
      body: Buffer.from('{"data":{"event_type":"call.hangup"}}'),
    };
    expect(isSignedByTelnyx(VECTOR.publicKey, request, new Date(1_766_000_000_000))).toBe(true);
    expect(isSignedByTelnyx(VECTOR.publicKey, request, new Date(1_766_000_301_000))).toBe(false);
  });
});

/** Made with the key of 32 bytes 0x01 as seed. */
const VECTOR = {
  publicKey: "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w=",
  signature: "f0A1/9fmIFggEwQctQMrvjvJhSIXfLc1USvVaygHZGJNGnrVjIUBV2fAgC8KpX49w8sCGG9evorCNLjk0v/8Aw==",
};
