import { expect, it } from "@jest/globals";
import { isUnnoticed, rollTwoApis } from "./rolls.scenario.ts";

it("two APIs behind the nginx of the guide are rolled without a refused request or a lost word", async () => {
  const rolls = await rollTwoApis({ rolls: 2, contacts: 400, say: () => {}, keep: false });
  expect(rolls).toMatchObject({ refused: [], failed: [], wordsLost: [] });
  expect(isUnnoticed(rolls)).toBe(true);
  // All of it was there to be noticed.
  expect([rolls.callbacks, rolls.sockets, rolls.words].every((count) => count > 20)).toBe(true);
  expect(rolls.streamEnds).toBeGreaterThan(1);
});
