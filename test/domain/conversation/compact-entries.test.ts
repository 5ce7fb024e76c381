import { expect, it } from "@jest/globals";
import { compactEntries } from "../../../domain/conversation/compact-entries.ts";
import type { ConversationEntry } from "../../../domain/conversation/entries.ts";

const said = (text: string): ConversationEntry => ({ speaker: "person", text });
const called = (speaker: "tool" | "step", result: string): ConversationEntry => ({
  speaker,
  call: { id: "c", name: "f", arguments: "{}", result },
});

it("the step that a conversation is in stands whole; of earlier ones the last words and the beginnings of answers", () => {
  const words = Array.from({ length: 50 }, (_each, index) => said(`word ${index}`));
  const long = "x".repeat(2_000);
  const now = [called("step", "{}"), said("now"), called("tool", long)];
  const compact = compactEntries([...words, called("tool", long), ...now]);
  expect(compact.slice(-3)).toEqual(now);
  expect(compact.filter(({ speaker }) => speaker === "person")).toHaveLength(41);
  expect(compact[0]).toEqual(said("word 10"));
  const shortened = compact.at(-4);
  expect(shortened?.speaker === "tool" && shortened.call.result).toBe(`${"x".repeat(300)}…`);
});

it("a conversation that has not moved on stands as it is", () => {
  const entries = [said("hello"), called("tool", "x".repeat(2_000))];
  expect(compactEntries(entries)).toEqual(entries);
});
