import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  type AnsweredCall,
  explainNoConversation,
  isWithoutConversation,
} from "../../../domain/call/no-conversation.rules.ts";

const silent: AnsweredCall = {
  isToSpeak: true,
  wasHeard: false,
  isMachine: false,
  talkSeconds: 20,
  pauseSeconds: 0,
};

describe("a call without a conversation", () => {
  it.each<[string, Partial<AnsweredCall>, boolean]>([
    ["was answered, and nobody heard the agent", {}, true],
    ["was answered for a time that the carrier does not say", { talkSeconds: null }, true],
    ["lasted just long enough for a word", { talkSeconds: 3 }, true],
    ["is not one whose person hung up before the agent could speak", { talkSeconds: 2 }, false],
    ["is not one whose person hung up at once", { talkSeconds: 0 }, false],
    ["is not one whose person hung up while the agent waits as it is told", { talkSeconds: 6, pauseSeconds: 4 }, false],
    ["is one whose agent did not speak after its wait", { talkSeconds: 7, pauseSeconds: 4 }, true],
    ["is not one in which the agent was heard", { wasHeard: true }, false],
    ["is not one that a machine took", { isMachine: true }, false],
    ["is not one whose carrier has the greeting", { isToSpeak: false }, false],
  ])("%s", (_, call, expected) => {
    expect(isWithoutConversation({ ...silent, ...call })).toBe(expected);
  });

  it("is never one in which the agent was heard, and stays one however much longer it lasts", () => {
    fc.assert(
      fc.property(
        fc.record({
          isToSpeak: fc.boolean(),
          wasHeard: fc.boolean(),
          isMachine: fc.boolean(),
          talkSeconds: fc.nat(600),
          pauseSeconds: fc.nat(30),
        }),
        fc.nat(600),
        (call, more) => {
          const isSilent = isWithoutConversation(call);
          if (isSilent) expect(isWithoutConversation({ ...call, talkSeconds: call.talkSeconds + more })).toBe(true);
          expect(isWithoutConversation({ ...call, wasHeard: true })).toBe(false);
        },
      ),
    );
  });

  it("names the public address where the carrier never got any words, and only there", () => {
    expect(explainNoConversation({ began: false })).toContain("PUBLIC_BASE_URL");
    expect(explainNoConversation({ began: true })).toBe(
      "The call was answered, and the agent said nothing that could be heard",
    );
  });
});
