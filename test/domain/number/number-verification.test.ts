import { describe, expect, it } from "@jest/globals";
import {
  computeVerificationWaitSeconds,
  mayHaveHeardCode,
  VERIFICATION_CALL_SECONDS,
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_MINUTES,
  VERIFICATION_RETRY_SECONDS,
  VERIFICATION_TRIES,
  VERIFICATIONS_OF_NUMBER,
} from "../../../domain/number/number-verification.rules.ts";

describe("the verification of a number", () => {
  it("has a code of six digits for ten minutes and five tries, read in a minute and a half", () => {
    expect([VERIFICATION_CODE_DIGITS, VERIFICATION_MINUTES, VERIFICATION_TRIES, VERIFICATION_CALL_SECONDS]).toEqual([
      6, 10, 5, 90,
    ]);
  });

  it("calls nobody more than five times a day, or again within an hour after that", () => {
    expect([VERIFICATIONS_OF_NUMBER, VERIFICATION_RETRY_SECONDS]).toEqual([{ most: 5, withinSeconds: 86_400 }, 3600]);
  });

  it.each([
    ["answered", true],
    ["voicemail", true],
    ["opted_out", true],
    ["unknown", true],
    ["busy", false],
    ["no_answer", false],
    ["failed", false],
    ["blocked_dnc", false],
  ])("waits for the code after a call that was %s: %s", (outcome, waits) => {
    expect(mayHaveHeardCode(outcome)).toBe(waits);
  });

  it("is looked at just after its end, and every ten seconds while its call is in progress", () => {
    const waits = (isCalling: boolean) =>
      [-5, 0, 3.2, 9, 600].map((secondsLeft) => computeVerificationWaitSeconds({ secondsLeft, isCalling }));
    expect(waits(false)).toEqual([1, 1, 5, 10, 601]);
    expect(waits(true)).toEqual([1, 1, 5, 10, 10]);
  });
});
