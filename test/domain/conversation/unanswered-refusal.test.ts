import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { CONVERSATION_DRIVERS, isOnTelephone } from "../../../domain/conversation/conversation.ports.ts";
import { decideRefusal, keepsLateWords, leavesRefusalOpen } from "../../../domain/conversation/unanswered-refusal.ts";

const PLAIN = ["Never call me again", "Please take me off your list", "Rufen Sie mich nie wieder an", "I opt out"];
const driver = fc.constantFrom(...CONVERSATION_DRIVERS);
const said = fc.oneof(fc.string(), fc.constantFrom(...PLAIN));

describe("a refusal that nobody has answered", () => {
  it("is asked about exactly on the telephone, where words were left and nobody has opted out", () => {
    fc.assert(
      fc.property(driver, fc.boolean(), fc.array(said), (driver, optedOut, unanswered) => {
        const isOpen = leavesRefusalOpen({ driver, optedOut, unanswered });
        expect(isOpen).toBe(isOnTelephone(driver) && !optedOut && unanswered.length > 0);
      }),
    );
  });

  it("is what the model says wherever it says something, whatever the words", () => {
    fc.assert(
      fc.property(fc.array(said), fc.boolean(), (unanswered, judged) => {
        expect(decideRefusal({ unanswered }, judged)).toBe(judged);
      }),
    );
  });

  it("without a model is any plain wording among the words, at any place, and never less for more words", () => {
    fc.assert(
      fc.property(fc.array(said), fc.constantFrom(...PLAIN), fc.nat(), (others, plain, at) => {
        const place = at % (others.length + 1);
        expect(decideRefusal({ unanswered: others.toSpliced(place, 0, plain) }, null)).toBe(true);
      }),
    );
    expect(decideRefusal({ unanswered: ["Hello?", "(pressed 1)", "I have to go."] }, null)).toBe(false);
  });
});

describe("words that come after the end of a conversation", () => {
  it("are kept where the person has hung up; after an end by the agent only a plain refusal is", () => {
    const kept = (endReason: "user_hangup" | "agent_hangup", text: string) =>
      keepsLateWords({ driver: "relay", endReason, text });
    expect(kept("user_hangup", "Bye.")).toBe(true);
    expect(kept("agent_hangup", "Bye.")).toBe(false);
    expect(kept("agent_hangup", "And never call me again!")).toBe(true);
    expect(keepsLateWords({ driver: "text", endReason: "user_hangup", text: "Bye." })).toBe(false);
  });
});
