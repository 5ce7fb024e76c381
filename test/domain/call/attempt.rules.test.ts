import { describe, expect, it } from "@jest/globals";
import { ATTEMPTS_WINDOW_MS, isAttempt } from "../../../domain/call/attempt.rules.ts";

describe("a request to a carrier", () => {
  it.each(["throttled", "account_unusable"])("is no attempt where it was %s", (endReason) => {
    expect(isAttempt(endReason)).toBe(false);
  });

  it.each([null, "no_answer", "agent_hangup", "canceled"])("is an attempt where it ended as %s", (endReason) => {
    expect(isAttempt(endReason)).toBe(true);
  });

  it("counts for a day", () => {
    expect(ATTEMPTS_WINDOW_MS).toBe(86_400_000);
  });
});
