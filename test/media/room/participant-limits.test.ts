import { describe, expect, it } from "@jest/globals";
import { createParticipantLimits } from "../../../media/room/participant-limits.ts";

describe("the microphones of a person's client", () => {
  it("are heard two at a time, which are those before and after the page was loaded again", () => {
    const { mayBeHeard } = createParticipantLimits();
    const there = new Set(["a", "b", "c"]);
    expect(["a", "b", "c", "a"].map((each) => mayBeHeard(each, there))).toEqual([true, true, false, true]);
    there.delete("a");
    expect([mayBeHeard("c", there), mayBeHeard("b", there)]).toEqual([true, true]);
  });
});

describe("what somebody writes and presses", () => {
  it("is taken as fast as people are, with some at once, and the rest is not", () => {
    let nowMs = 0;
    const { mayAct } = createParticipantLimits(() => nowMs);
    const takenOf = (count: number) => Array.from({ length: count }, mayAct).filter(Boolean).length;
    expect(takenOf(1000)).toBe(20);
    nowMs += 1000;
    expect(takenOf(1000)).toBe(5);
    nowMs += 60_000;
    expect(takenOf(1000)).toBe(20);
  });
});
