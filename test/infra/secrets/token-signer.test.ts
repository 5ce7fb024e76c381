import { describe, expect, it } from "@jest/globals";
import { createTokenSigner } from "../../../infra/secrets/token-signer.ts";

const OLD_KEY = "aa".repeat(32);
const NEW_KEY = "bb".repeat(32);
const NOW = new Date("2026-03-01T12:00:00Z");
const LATER = new Date("2026-03-01T13:00:00Z");
const claims = JSON.stringify({ organizationId: 7, runUuid: "ünïcödé" });

describe("a signed token", () => {
  const signer = createTokenSigner([OLD_KEY]);
  const token = signer.sign(claims, { purpose: "artifact", expiresAt: LATER });

  it("gives its claims back until it expires, and fits into a path", () => {
    expect(token).toMatch(/^[\w.-]+$/);
    expect(signer.read(token, { purpose: "artifact", now: NOW })).toBe(claims);
    expect(signer.read(token, { purpose: "artifact", now: new Date(LATER.getTime() - 1000) })).toBe(claims);
    expect(signer.read(token, { purpose: "artifact", now: LATER })).toBeNull();
  });

  it("is not taken for a token of another purpose, or of another installation", () => {
    expect(signer.read(token, { purpose: "relay", now: NOW })).toBeNull();
    expect(createTokenSigner([NEW_KEY]).read(token, { purpose: "artifact", now: NOW })).toBeNull();
  });

  it("is not read when any character of it was changed, or is missing", () => {
    for (let index = 0; index < token.length - 1; index += 1) {
      const changed = `${token.slice(0, index)}${token[index] === "A" ? "B" : "A"}${token.slice(index + 1)}`;
      expect(signer.read(changed, { purpose: "artifact", now: NOW })).toBeNull();
      expect(signer.read(token.slice(0, index), { purpose: "artifact", now: NOW })).toBeNull();
    }
  });

  it("is still read after a rotation of the key, until the old one is taken away", () => {
    const rotated = createTokenSigner([NEW_KEY, OLD_KEY]);
    expect(rotated.read(token, { purpose: "artifact", now: NOW })).toBe(claims);
    const fresh = rotated.sign(claims, { purpose: "artifact", expiresAt: LATER });
    expect(signer.read(fresh, { purpose: "artifact", now: NOW })).toBeNull();
  });
});
