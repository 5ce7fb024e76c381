import { describe, expect, it } from "@jest/globals";
import {
  buildOneTimeUri,
  computeOneTimeCode,
  createRecoveryCodes,
  encodeBase32,
  findStepOf,
  findStepOfCode,
  normalizeRecoveryCode,
} from "../../../infra/secrets/one-time-code.ts";

/** The secret of RFC 6238's examples for SHA-1. */
const SECRET = Buffer.from("12345678901234567890");

describe("one-time codes", () => {
  // The RFC writes eight digits; six are their end.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("are those of RFC 6238 at second %d", (second, code) => {
    expect(computeOneTimeCode(SECRET, findStepOf(new Date(second * 1000)))).toBe(code);
  });

  it("are taken a step early and late, and no more", () => {
    const now = new Date(1_234_567_890_000);
    const step = findStepOf(now);
    const taken = [-2, -1, 0, 1, 2].map((apart) =>
      findStepOfCode(SECRET, computeOneTimeCode(SECRET, step + apart), now),
    );
    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
    expect(findStepOfCode(SECRET, "005 924", now)).toBe(step);
    expect(findStepOfCode(SECRET, "00592", now)).toBeNull();
  });

  it("come from an address that apps read", () => {
    expect(encodeBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(buildOneTimeUri(SECRET, { email: "ada+1@example.com", issuer: "Ringdown" })).toBe(
      "otpauth://totp/Ringdown%3Aada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Ringdown&algorithm=SHA1&digits=6&period=30",
    );
  });
});

describe("recovery codes", () => {
  it("are ten different ones, read however they are typed", () => {
    const codes = createRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
      expect(normalizeRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")}`)).toBe(code);
    }
  });
});
