import { describe, expect, it } from "@jest/globals";
import { ABANDONED_AFTER_SECONDS, decideFinalState } from "../../../domain/call/call-states.rules.ts";

describe("the end of a run", () => {
  it("has a state for every outcome", () => {
    expect(["answered", "voicemail", "no_answer", "busy", "rejected", "opted_out"].map(decideFinalState)).toEqual(
      Array(6).fill("completed"),
    );
    expect(["failed", "unknown", "invalid_number"].map(decideFinalState)).toEqual(Array(3).fill("failed"));
    expect([decideFinalState("canceled"), decideFinalState("blocked_dnc"), decideFinalState("blocked_cap")]).toEqual([
      "canceled",
      "blocked",
      "blocked",
    ]);
  });
});

it("a call that no process starts is canceled after a minute", () => {
  expect(ABANDONED_AFTER_SECONDS).toBe(60);
});
