import { describe, expect, it } from "@jest/globals";
import { addExpected, estimateScenario } from "../../../domain/rehearsal/rehearsal-estimate.ts";
import type { RehearsedScenario } from "../../../domain/rehearsal/scenario.ts";

type Estimated = Pick<RehearsedScenario, "caller" | "checks">;

const caller = (lines: number): Estimated["caller"] => ({
  kind: "scripted",
  lines: Array.from({ length: lines }, () => ({ say: "Hello" })),
});
const estimate = (scenario: Partial<Estimated>, definitionCharacters = 0) =>
  estimateScenario({ caller: caller(9), checks: [], ...scenario }, { definitionCharacters });

describe("the tokens of a rehearsed conversation", () => {
  it("are those of three requests for every two turns or so: the agent speaks once more than its caller", () => {
    expect([0, 1, 9].map((lines) => estimate({ caller: caller(lines) }).requests)).toEqual([2, 3, 13]);
  });

  it("take one request more where a conclusion is drawn, however many checks look at it", () => {
    expect(estimate({ checks: [{ kind: "says", text: "Hello" }] }).requests).toBe(13);
    expect(estimate({ checks: [{ kind: "variable", name: "day" }] }).requests).toBe(14);
    expect(estimate({ checks: [{ kind: "disposition", equals: "sold" }] }).requests).toBe(14);
    const both = [
      { kind: "variable" as const, name: "day" },
      { kind: "disposition" as const, equals: "sold" },
    ];
    expect(estimate({ checks: both }).requests).toBe(14);
  });

  it("count a persona's lines as requests too, eight of them", () => {
    expect(estimate({ caller: { kind: "persona", who: "A nurse", wants: "A day" } }).requests).toBe(12 + 8);
  });

  it("grow with the agent's definition, half of which is sent each time beside six hundred others", () => {
    expect(estimate({ caller: caller(0) })).toEqual({ requests: 2, promptTokens: 1200, completionTokens: 120 });
    const small = estimate({}, 4_000);
    const large = estimate({}, 8_000);
    const ofDefinition = small.promptTokens - estimate({}).promptTokens;
    expect(ofDefinition).toBeGreaterThan(13 * 400);
    expect(ofDefinition).toBeLessThan(13 * 800);
    expect(large.promptTokens - small.promptTokens).toBe(ofDefinition);
    expect(large.completionTokens).toBe(13 * 60);
  });

  it("add up those of several conversations, and no conversation has none", () => {
    expect(addExpected([])).toEqual({ requests: 0, promptTokens: 0, completionTokens: 0 });
    expect(
      addExpected([
        { requests: 1, promptTokens: 20, completionTokens: 300 },
        { requests: 2, promptTokens: 30, completionTokens: 400 },
      ]),
    ).toEqual({ requests: 3, promptTokens: 50, completionTokens: 700 });
  });
});
