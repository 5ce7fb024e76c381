import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isSignedBy, signRequest } from "../../../../infra/telephony/simulator/simulator.signature.ts";

const now = new Date("2026-01-02T03:04:05Z");
const timestamp = String(now.getTime() / 1000);
const request = fc.record({ url: fc.webUrl({ withQueryParameters: true }), body: fc.string({ unit: "binary" }) });

describe("the simulator's signature", () => {
  it("is recognised with the key that made it, and with no other", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), request, (key, otherKey, { url, body }) => {
        const signed = { timestamp, url, body: Buffer.from(body), now };
        const signature = signRequest(key, signed);
        expect(isSignedBy(key, { ...signed, signature })).toBe(true);
        fc.pre(key !== otherKey);
        expect(isSignedBy(otherKey, { ...signed, signature })).toBe(false);
      }),
    );
  });

  it("binds every byte of the body", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, position, flip) => {
          const signed = { timestamp, url: "http://a/b", body: Buffer.from(bytes), now };
          const signature = signRequest("key", signed);
          const changed = Buffer.from(bytes);
          const index = position % changed.length;
          changed[index] = (changed[index] ?? 0) ^ flip;
          expect(isSignedBy("key", { ...signed, body: changed, signature })).toBe(false);
        },
      ),
    );
  });

  it.each([
    [-301, false],
    [-299, true],
    [0, true],
    [299, true],
    [301, false],
  ])("made %d seconds from now is taken: %s", (offsetSeconds, taken) => {
    const at = String(now.getTime() / 1000 + offsetSeconds);
    const signed = { timestamp: at, url: "http://a/b", body: "{}" };
    expect(isSignedBy("key", { ...signed, signature: signRequest("key", signed), now })).toBe(taken);
  });

  it("is refused with a timestamp that is no number", () => {
    for (const at of ["", "now", "1e9", "-1", " 1767323045"]) {
      const signed = { timestamp: at, url: "http://a/b", body: "{}" };
      expect(isSignedBy("key", { ...signed, signature: signRequest("key", signed), now })).toBe(false);
    }
  });
});
