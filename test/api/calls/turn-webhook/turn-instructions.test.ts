import { describe, expect, it } from "@jest/globals";
import type { CollectedTurn } from "../../../../api/calls/turn-webhook/collect-turn.ts";
import { buildTurnInstructions } from "../../../../api/calls/turn-webhook/turn-instructions.ts";

const sentence = (text: string) => ({ text, interruptible: true });
const addresses = { turnUrl: (turn: number) => `https://platform.example/turn?turn=${turn}`, afterUrl: "" };

const instructionsFor = (collected: Partial<CollectedTurn>, place: { part: number; saidBefore: number }) =>
  buildTurnInstructions(
    { said: [], digits: "", end: null, ...collected },
    { place: { turn: 2, ...place }, addresses, language: "en-US", callerId: "" },
  );

it("plays the recordings of a turn among its words", () => {
  const recorded = { ...sentence("Welcome."), play: "https://files.example/welcome.mp3" };
  const end = { kind: "end", reason: "agent_hangup" } as const;
  const { say } = instructionsFor(
    { said: [sentence("One."), recorded, sentence("Two.")], end },
    { part: 0, saidBefore: 0 },
  );
  expect(say).toEqual(["One.", { play: "https://files.example/welcome.mp3" }, "Two."]);
});

describe("a turn that takes longer than the carrier waits", () => {
  it("is asked for again at once, with what was said of it", () => {
    const { say, next } = instructionsFor({ said: [sentence("One.")] }, { part: 0, saidBefore: 0 });
    expect(say).toEqual(["One."]);
    expect(next).toMatchObject({ silenceSeconds: 1, turnUrl: addresses.turnUrl(2) + "&part=1&said=1" });
  });

  it("keeps the count of what was said while nothing new is known of it", () => {
    const { say, next } = instructionsFor({}, { part: 1, saidBefore: 1 });
    expect(say).toEqual([]);
    expect(next).toMatchObject({ turnUrl: addresses.turnUrl(2) + "&part=2&said=1" });
  });

  it("says each sentence once", () => {
    const end = { kind: "listen", silenceSeconds: 10, interruptible: true } as const;
    const { say, next } = instructionsFor(
      { said: [sentence("One."), sentence("Two.")], end },
      { part: 2, saidBefore: 1 },
    );
    expect(say).toEqual(["Two."]);
    expect(next).toMatchObject({ silenceSeconds: 10, turnUrl: addresses.turnUrl(3) });
  });
});
