import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { findMentionedName } from "../../../domain/thread/mentioned-name.ts";

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
