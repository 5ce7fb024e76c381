import { describe, expect, it } from "@jest/globals";
import { scenarioContent } from "../../../domain/rehearsal/scenario.ts";

const read = (fields: object) =>
  scenarioContent.safeParse({ caller: { kind: "scripted", lines: [{ say: "Hello" }] }, ...fields });

describe("the time zone of a scenario", () => {
  it("is a place's", () => expect(read({ timezone: "Asia/Kathmandu" })).toMatchObject({ success: true }));

  it.each([
    ["BST", "BST: write Europe/London or Asia/Dhaka"],
    ["Etc/GMT-3", "Etc/GMT-3 is 3 hours ahead of UTC"],
  ])("is refused as %s with what to write instead", (timezone, sentence) => {
    const { error } = read({ timezone });
    expect(error?.issues[0]?.message).toContain(sentence);
  });
});
