import { expect, it } from "@jest/globals";
import { listSilencedSpans } from "../../../domain/recording/silenced-spans.ts";

it("a recording is silent from the sentence before a number until it was said, and while an agent says it", () => {
  const said = (speaker: "agent" | "person", seconds: number, text: string) => ({
    speaker,
    atMs: seconds * 1000,
    text,
  });
  const spans = listSilencedSpans([
    said("agent", 1, "Your card?"),
    said("person", 9, "It is [card]"),
    said("agent", 10, "I have [card]."),
    said("agent", 12, "Right?"),
    said("person", 20, "Yes [maybe]"),
  ]);
  expect(spans).toEqual([
    { fromMs: 1000, untilMs: 10_000 },
    { fromMs: 9000, untilMs: 20_000 },
  ]);
  expect(listSilencedSpans([said("person", 9, "[card]")])[0]?.fromMs).toBe(Number.NEGATIVE_INFINITY);
  expect(listSilencedSpans([said("agent", 9, "[iban]")])).toEqual([{ fromMs: 8000, untilMs: 39_000 }]);
});
