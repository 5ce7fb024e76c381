import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { fillAllKnownVariables, fillKnownVariables } from "../../../domain/template/fill-known-variables.ts";
import {
  advanceProgress,
  HIRE_STEPS,
  listStepsToUndo,
  NOTHING_HIRED,
} from "../../../domain/template/hire-progress.rules.ts";

describe("a hire that fails at a step", () => {
  it("takes back the steps before it and what it may have begun itself, last first", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: HIRE_STEPS.length - 1 }), (count) => {
        const progress = HIRE_STEPS.slice(0, count).reduce(advanceProgress, NOTHING_HIRED);
        expect(progress).toMatchObject({ state: "running", step: HIRE_STEPS[count] });
        const begun = HIRE_STEPS.slice(0, count + 1).filter((step) => step !== "conclusion");
        expect(listStepsToUndo(progress)).toEqual([...begun].reverse());
      }),
    );
  });

  it("is hired when every step is done", () => {
    expect(HIRE_STEPS.reduce(advanceProgress, NOTHING_HIRED)).toMatchObject({ state: "hired", step: null });
  });
});

describe("filling a template", () => {
  it("fills what is known and leaves what calls fill, in texts of any depth", () => {
    expect(fillKnownVariables("{{a}} {{b}} {{ a }}", { a: "1" })).toBe("1 {{b}} {{ a }}");
    expect(fillAllKnownVariables({ x: ["{{a}}", 2, null, { y: "{{constructor}}" }] }, { a: "1" })).toEqual({
      x: ["1", 2, null, { y: "{{constructor}}" }],
    });
  });

  it("reads no placeholder out of an answer", () => {
    fc.assert(
      fc.property(fc.string(), (answer) => {
        expect(fillKnownVariables("<{{a}}>", { a: answer })).toBe(`<${answer}>`);
      }),
    );
  });
});
