import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { afterStep, HIRE_STEPS, NOTHING_HIRED, stepsToUndo } from "../../../domain/template/hire-progress.rules.ts";
import { fillAllKnown, fillKnown } from "../../../domain/template/fill-template.ts";

describe("a hire that fails at a step", () => {
  it("takes back the steps before it and what it may have begun itself, last first", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: HIRE_STEPS.length - 1 }), (count) => {
        const progress = HIRE_STEPS.slice(0, count).reduce(afterStep, NOTHING_HIRED);
        expect(progress).toMatchObject({ state: "running", step: HIRE_STEPS[count] });
        const begun = HIRE_STEPS.slice(0, count + 1).filter((step) => step !== "conclusion");
        expect(stepsToUndo(progress)).toEqual([...begun].reverse());
      }),
    );
  });

  it("is hired when every step is done", () => {
    expect(HIRE_STEPS.reduce(afterStep, NOTHING_HIRED)).toMatchObject({ state: "hired", step: null });
  });
});

describe("filling a template", () => {
  it("fills what is known and leaves what calls fill, in texts of any depth", () => {
    expect(fillKnown("{{a}} {{b}} {{ a }}", { a: "1" })).toBe("1 {{b}} {{ a }}");
    expect(fillAllKnown({ x: ["{{a}}", 2, null, { y: "{{constructor}}" }] }, { a: "1" })).toEqual({
      x: ["1", 2, null, { y: "{{constructor}}" }],
    });
  });

  it("reads no placeholder out of an answer", () => {
    fc.assert(
      fc.property(fc.string(), (answer) => {
        expect(fillKnown("<{{a}}>", { a: answer })).toBe(`<${answer}>`);
      }),
    );
  });
});
