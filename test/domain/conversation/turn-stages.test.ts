import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { AWAITED_STAGES, listStages, measureWords, TURN_STAGES } from "../../../domain/conversation/turn-stages.ts";

const ms = fc.integer({ min: 0, max: 60_000 });
const maybe = fc.option(ms);

const sumOf = (stages: ReturnType<typeof listStages>) =>
  AWAITED_STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0);

describe("the parts of a turn", () => {
  it("add up to what the person waited, whoever measured them, and however long words were on their way", () => {
    fc.assert(
      fc.property(
        fc.record({
          heardMs: maybe,
          endOfTurnMs: maybe,
          recognizedMs: maybe,
          firstTokenMs: maybe,
          firstWordsMs: maybe,
        }),
        fc.record({ soundMs: ms, spokenMs: maybe }),
        ms,
        (before, after, onTheirWayMs) => {
          const { endOfTurnMs, recognizedMs, firstTokenMs, firstWordsMs } = before;
          const known = [endOfTurnMs, recognizedMs, firstTokenMs, firstWordsMs].map((part) => part ?? 0);
          const responseMs = known.reduce((sum, part) => sum + part, after.soundMs + onTheirWayMs);
          expect(sumOf(listStages({ ...before, ...after, responseMs }))).toBe(responseMs);
        },
      ),
    );
  });

  it("are absent where nobody measured them, and never less than nothing", () => {
    const anything = fc.record({
      ...{ heardMs: maybe, endOfTurnMs: maybe, recognizedMs: maybe, firstTokenMs: maybe },
      ...{ firstWordsMs: maybe, soundMs: maybe, responseMs: maybe, spokenMs: maybe },
    });
    fc.assert(
      fc.property(anything, (times) => {
        const stages = listStages(times);
        const given = [times.heardMs, times.endOfTurnMs, times.recognizedMs, times.firstTokenMs, times.firstWordsMs];
        const present = [...given, times.soundMs, times.spokenMs].map((part) => part !== null);
        expect(TURN_STAGES.map((stage) => stage in stages)).toEqual(present);
        expect(Object.values(stages).every((part) => part >= 0)).toBe(true);
      }),
    );
  });
});

describe("what the words of a turn took", () => {
  it("are the model's token and the sentence after it, together as long as the sentence took", () => {
    fc.assert(
      fc.property(ms, ms, (tokenMs, sentenceMs) => {
        const times = { firstTokenAt: 10.4 + tokenMs, firstSentenceAt: 10.4 + tokenMs + sentenceMs };
        const { firstTokenMs, firstWordsMs } = measureWords(10.4, times);
        expect([firstTokenMs, (firstTokenMs ?? 0) + (firstWordsMs ?? 0)]).toEqual([tokenMs, tokenMs + sentenceMs]);
      }),
    );
  });

  it("have no token where the first sentence was there before the model's", () => {
    expect(measureWords(0, { firstTokenAt: 4000, firstSentenceAt: 3000 })).toEqual({
      firstTokenMs: null,
      firstWordsMs: 3000,
    });
    expect(measureWords(0, { firstTokenAt: null, firstSentenceAt: 5 })).toEqual({
      firstTokenMs: null,
      firstWordsMs: 5,
    });
    expect(measureWords(0, { firstTokenAt: 7, firstSentenceAt: null })).toEqual({
      firstTokenMs: 7,
      firstWordsMs: null,
    });
  });
});
