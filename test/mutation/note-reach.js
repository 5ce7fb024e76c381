import { appendFileSync } from "node:fs";
import { afterAll, beforeEach, expect } from "@jest/globals";
import fc from "fast-check";

// Properties draw the same cases as in the environment that the other runs have.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

/** Keeps which functions each test of a file calls: what is called before the first test, all of them need. */
const reached = new Map([["", new Set()]]);

const reachedIn = (name) => {
  const keys = reached.get(name) ?? new Set();
  reached.set(name, keys);
  return keys;
};

/** The set of the test that runs: a simulation calls a function millions of times, so that a note may cost next to nothing. */
let ofThisTest = reachedIn("");

globalThis.noteReach = (key) => ofThisTest.add(key);

beforeEach(() => {
  ofThisTest = reachedIn(expect.getState().currentTestName ?? "");
});

afterAll(() => {
  const { testPath } = expect.getState();
  const tests = [...reached].map(([name, keys]) => ({ name, keys: [...keys] }));
  appendFileSync(process.env.REACH_FILE ?? "", `${JSON.stringify({ file: testPath, tests })}\n`);
});
