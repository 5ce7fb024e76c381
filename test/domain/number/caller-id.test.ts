import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  CALLER_ID_STRATEGIES,
  type CallerIdCandidate,
  type CallerIdQuestion,
  chooseCallerId,
} from "../../../domain/number/caller-id.ts";

const NUMBERS = ["+12125550100", "+13125550100", "+14155550100", "+16135550100", "+442079460100", "+441614960100"];
const CALLED = ["+12125550199", "+14155550123", "+16135550177", "+442079460999", "+33199000001"];

const candidates: fc.Arbitrary<CallerIdCandidate[]> = fc
  .uniqueArray(fc.record({ e164: fc.constantFrom(...NUMBERS), live: fc.nat(4) }), {
    selector: ({ e164 }) => e164,
    maxLength: 6,
  })
  .chain((numbers) =>
    fc
      .integer({ min: -1, max: numbers.length - 1 })
      .map((standard) => numbers.map((number, at) => ({ ...number, isDefault: at === standard }))),
  );

const questions: fc.Arbitrary<CallerIdQuestion> = fc.record({
  strategy: fc.constantFrom(...CALLER_ID_STRATEGIES),
  candidates,
  calledNumber: fc.constantFrom(...CALLED),
  shownBefore: fc.constantFrom(null, ...NUMBERS),
  maxPerNumber: fc.constantFrom(null, 1, 3),
});

describe("the number that a person sees", () => {
  it("is one of the account's whenever it has one, whatever the order that they are given in", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const chosen = chooseCallerId(question);
        const offered = question.candidates.map(({ e164 }) => e164);
        if (offered.length === 0) expect(chosen).toBeNull();
        else expect(offered).toContain(chosen);
        expect(chooseCallerId({ ...question, candidates: question.candidates.toReversed() })).toBe(chosen);
      }),
    );
  });

  it("is the default one by the strategy of that name, and stays what it was by every other", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const { strategy, shownBefore } = question;
        const chosen = chooseCallerId(question);
        const standard = question.candidates.find(({ isDefault }) => isDefault);
        if (strategy === "default" && standard) expect(chosen).toBe(standard.e164);
        else if (question.candidates.some(({ e164 }) => e164 === shownBefore)) expect(chosen).toBe(shownBefore);
      }),
    );
  });

  it("has room for another call, when any has, and the fewest calls of those by rotation", () => {
    fc.assert(
      fc.property(questions, (given) => {
        const question = { ...given, strategy: "rotate" as const, shownBefore: null };
        const chosen = question.candidates.find(({ e164 }) => e164 === chooseCallerId(question));
        expect(chosen?.live ?? 0).toBe(Math.min(...question.candidates.map(({ live }) => live), chosen ? 9 : 0));
      }),
    );
    fc.assert(
      fc.property(questions, (given) => {
        const question = { ...given, strategy: "local_presence" as const, shownBefore: null };
        const { maxPerNumber: most } = question;
        const hasRoom = (live: number) => most === null || live < most;
        const chosen = question.candidates.find(({ e164 }) => e164 === chooseCallerId(question));
        if (chosen && question.candidates.some(({ live }) => hasRoom(live))) expect(hasRoom(chosen.live)).toBe(true);
      }),
    );
  });

  it("is spread over the numbers by rotation, and the same each time for one person", () => {
    const idle = NUMBERS.map((e164) => ({ e164, isDefault: false, live: 0 }));
    const question = { strategy: "rotate" as const, candidates: idle, shownBefore: null, maxPerNumber: null };
    const counts = new Map<string | null, number>();
    for (let at = 0; at < 600; at++) {
      const calledNumber = `+1415555${String(at).padStart(4, "0")}`;
      const chosen = chooseCallerId({ ...question, calledNumber });
      expect(chooseCallerId({ ...question, calledNumber })).toBe(chosen);
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
    }
    expect(counts.size).toBe(NUMBERS.length);
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(40);
  });

  it.each([
    ["+14155550123", "+441614960100"],
    ["+442079460999", "+13125550100"],
    ["+491512345678", "+442079460100"],
    ["+12025550112", "+442079460100"],
  ])("is by rotation the one that earlier releases have shown to %s: %s", (calledNumber, shown) => {
    const candidates = NUMBERS.map((e164) => ({ e164, isDefault: false, live: 0 }));
    const question = { calledNumber, candidates, shownBefore: null, maxPerNumber: null };
    expect(chooseCallerId({ ...question, strategy: "rotate" })).toBe(shown);
  });

  it("follows one of three strategies; without a default number the first of them takes each in turn", () => {
    expect([...CALLER_ID_STRATEGIES].sort()).toEqual(["default", "local_presence", "rotate"]);
    const candidates = NUMBERS.map((e164) => ({ e164, isDefault: false, live: 0 }));
    const question = { calledNumber: "+14155550123", candidates, shownBefore: null, maxPerNumber: null };
    expect(chooseCallerId({ ...question, strategy: "default" })).toBe("+441614960100");
  });

  it.each([
    ["the same area of a country", "+14155550123", ["+12125550100", "+14155550100"], "+14155550100"],
    [
      "Canada's number for Canada, not an American one",
      "+16045550100",
      ["+12125550100", "+16135550100"],
      "+16135550100",
    ],
    ["a time zone in common where no area is", "+16285550100", ["+12125550100", "+14155550100"], "+14155550100"],
    ["the same area, and not merely its time zone", "+14155550123", ["+12135550100", "+14159990100"], "+14159990100"],
    ["no area where two digits of it are the same", "+14175550100", ["+14155550100", "+13145550100"], "+13145550100"],
    ["the same city", "+442079460999", ["+441614960100", "+442079460100"], "+442079460100"],
    ["the same country", "+442079460999", ["+12125550100", "+441614960100"], "+441614960100"],
  ])("is nearest by local presence: %s", (_, calledNumber, numbers, nearest) => {
    const offered = numbers.map((e164) => ({ e164, isDefault: false, live: e164 === nearest ? 2 : 0 }));
    const question = { strategy: "local_presence" as const, calledNumber, shownBefore: null, maxPerNumber: null };
    expect(chooseCallerId({ ...question, candidates: offered })).toBe(nearest);
  });

  it("is by local presence the one with fewer calls under way of two that are as near", () => {
    const near = ["+12125550100", "+12125550101"];
    for (const busy of near) {
      const candidates = near.map((e164) => ({ e164, isDefault: false, live: e164 === busy ? 2 : 1 }));
      const question = { calledNumber: "+12125550199", candidates, shownBefore: null, maxPerNumber: null };
      expect(chooseCallerId({ ...question, strategy: "local_presence" })).not.toBe(busy);
    }
  });
});
