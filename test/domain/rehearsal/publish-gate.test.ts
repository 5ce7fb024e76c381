import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { MEMBER_ROLES } from "../../../domain/access/member-role.rules.ts";
import { decideGate, mayPassGate, type PlayOfVersion } from "../../../domain/rehearsal/publish-gate.ts";

const books = { id: 1, name: "Books", digest: "a" };
const leaves = { id: 2, name: "Leaves", digest: "b" };
const play = (differences: Partial<PlayOfVersion> = {}): PlayOfVersion => ({
  rehearsalId: 9,
  conversationId: 1,
  scenarioId: 1,
  scenarioDigest: "a",
  state: "green",
  checks: [],
  ...differences,
});
const says = { kind: "says", expected: "The agent says hi", node_id: null, sentences: [] };

describe("the gate before publishing", () => {
  it("is open when each required scenario was green when it was played last", () => {
    const former = play({ rehearsalId: 3, state: "red" });
    expect(decideGate([books], [play(), former])).toEqual({ kind: "open" });
  });

  it("asks for a rehearsal of scenarios that were not played, or not as they are now", () => {
    expect(decideGate([books, leaves], [play()])).toEqual({ kind: "rehearsal_needed", scenarios: ["Leaves"] });
    expect(decideGate([books], [play({ scenarioDigest: "older" })])).toMatchObject({ kind: "rehearsal_needed" });
    expect(decideGate([books], [play({ state: "playing" })])).toMatchObject({ kind: "rehearsal_needed" });
    expect(decideGate([books], [play(), play({ state: "canceled" })])).toMatchObject({ kind: "rehearsal_needed" });
    expect(decideGate([], [])).toEqual({ kind: "rehearsal_needed", scenarios: [] });
  });

  it("names the checks that failed in any of a scenario's runs", () => {
    const red = play({
      conversationId: 2,
      state: "red",
      checks: [
        { ...says, passed: false, found: "It never said that" },
        { ...says, passed: true, found: null },
      ],
    });
    expect(decideGate([books], [play(), red])).toEqual({
      kind: "rehearsal_red",
      failed: [
        {
          scenario_id: 1,
          scenario_name: "Books",
          rehearsal_id: 9,
          conversation_id: 2,
          expected: "The agent says hi",
          found: "It never said that",
        },
      ],
    });
    expect(decideGate([books], [play({ state: "failed" })])).toMatchObject({ kind: "rehearsal_red" });
  });

  it("is never open while the newest whole rehearsal of a required scenario has a run that is not green", () => {
    const states = fc.array(fc.constantFrom("green", "red", "failed"), { minLength: 1 });
    fc.assert(
      fc.property(states, states, (newest, former) => {
        const plays = [
          ...newest.map((state) => play({ state, checks: [{ ...says, passed: state === "green", found: null }] })),
          ...former.map((state) => play({ rehearsalId: 1, state })),
        ];
        expect(decideGate([books], plays).kind === "open").toBe(newest.every((state) => state === "green"));
      }),
    );
  });
});

it("is passed, and switched off, by owners alone", () => {
  expect(MEMBER_ROLES.filter(mayPassGate)).toEqual(["owner"]);
});
