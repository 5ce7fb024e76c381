import { describe, expect, it } from "@jest/globals";
import { loadConsoleModule } from "./console-module.ts";

interface Edge {
  from: string | null;
  to: string;
}

interface JourneyLayout {
  layoutSteps(edges: readonly Edge[]): { id: string | null; column: number; row: number }[];
}

const { layoutSteps } = await loadConsoleModule<JourneyLayout>("campaigns/journey-layout.ts");

const edge = (from: string | null, to: string) => ({ from, to });

describe("the drawing of a journey", () => {
  it("has the call at the left, and each step in the column of the shortest way to it", () => {
    expect(
      layoutSteps([edge(null, "text"), edge(null, "later"), edge("text", "later"), edge("later", "stop")]),
    ).toEqual([
      { id: null, column: 0, row: 0 },
      { id: "text", column: 1, row: 0 },
      { id: "later", column: 1, row: 1 },
      { id: "stop", column: 2, row: 0 },
    ]);
  });

  it("places each step of a loop once", () => {
    expect(layoutSteps([edge(null, "call"), edge("call", "text"), edge("text", "call")]).map(({ id }) => id)).toEqual([
      null,
      "call",
      "text",
    ]);
  });
});
