import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { MESSAGE_STATES, type MessageState, moveState } from "../../../domain/message/message-states.rules.ts";

const reports = fc.array(fc.constantFrom("sent" as const, "delivered" as const, "failed" as const), { maxLength: 8 });

describe("the state of a text", () => {
  it("is the same in the end however reports are doubled and reordered, unless they contradict each other", () => {
    fc.assert(
      fc.property(reports, (told) => {
        const follow = (order: typeof told) =>
          order.reduce<MessageState>((state, reported) => moveState(state, reported) ?? state, "queued");
        const isClear = !(told.includes("delivered") && told.includes("failed"));
        if (isClear) expect(follow(told.toReversed())).toBe(follow([...told, ...told]));
      }),
    );
  });

  it("never goes back, and what is over stays", () => {
    for (const state of MESSAGE_STATES)
      for (const reported of ["sent", "delivered", "failed"] as const) {
        const next = moveState(state, reported);
        expect(next).not.toBe(state);
        if (["failed", "delivered", "received"].includes(state)) expect(next).toBeNull();
        if (state === "sent") expect(next === "sent").toBe(false);
        if (state === "unknown") expect(next).toBe(reported);
      }
  });
});
