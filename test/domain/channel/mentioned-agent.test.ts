import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { chooseAnsweringAgent, findMentionedName } from "../../../domain/channel/mentioned-agent.ts";

describe("the name that a message mentions", () => {
  it("is the longest that is there, in any letter case, with spaces and marks around it", () => {
    expect(findMentionedName("Hi @anna, are you there?", ["Ann", "Anna"])).toBe("Anna");
    expect(findMentionedName("@Front desk what is open?", ["Front", "Front desk"])).toBe("Front desk");
    expect(findMentionedName("(@Ann)", ["Ann"])).toBe("Ann");
  });

  it("is none where a longer word goes on, or nothing is mentioned", () => {
    expect(findMentionedName("Write to me@annabel", ["Ann"])).toBeNull();
    expect(findMentionedName("Ann, are you there?", ["Ann"])).toBeNull();
    expect(findMentionedName("@ and nothing", ["", "Ann"])).toBeNull();
  });

  it("is found wherever it stands, and never a name that nobody has", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 4 }), word, word, (name, others, before, after) => {
        const found = findMentionedName(`${before} @${name} ${after}`, [name, ...others]);
        expect([name, ...others]).toContain(found);
        expect((found ?? "").startsWith(name)).toBe(true);
      }),
    );
  });
});

describe("the agent of a channel that answers", () => {
  const agents = [{ name: "Ann" }, { name: "Ben" }];
  const isBen = ({ name }: { name: string }): boolean => name === "Ben";

  it("is the one that is named, whether it can answer or not", () => {
    expect(chooseAnsweringAgent("@Ann, are you there?", agents, isBen)).toEqual({ name: "Ann" });
  });

  it("is else the first that can", () => {
    expect(chooseAnsweringAgent("Who is there?", agents, () => true)).toEqual({ name: "Ann" });
    expect(chooseAnsweringAgent("Who is there?", agents, isBen)).toEqual({ name: "Ben" });
    expect(chooseAnsweringAgent("Who is there?", agents, () => false)).toBeUndefined();
  });
});
