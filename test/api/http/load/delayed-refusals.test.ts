import { expect, it } from "@jest/globals";
import { computeSpreadMs, createDelayedRefusals } from "../../../../api/http/load/delayed-refusals.ts";

const HOUR_MS = 3_600_000;

it("holds as many as it may, lets go of those whose caller has left, and further ones not at all", async () => {
  const held = createDelayedRefusals({ held: 2, ofCaller: 2 });
  const told: string[] = [];
  const hold = async (name: string, ms: number, signal?: AbortSignal) => {
    await held.hold({ caller: name, ms, ...(signal && { signal }) });
    told.push(name);
  };
  const callers = [new AbortController(), new AbortController(), new AbortController()] as const;
  const first = hold("first", HOUR_MS, callers[0].signal);
  const second = hold("second", HOUR_MS, callers[1].signal);
  await hold("one too many", HOUR_MS);
  await hold("in no time", 0);
  callers[0].abort();
  await first;
  const third = hold("third", HOUR_MS, callers[2].signal);
  await hold("too many again", HOUR_MS);
  expect(told).toEqual(["one too many", "in no time", "first", "too many again"]);
  for (const caller of callers) caller.abort();
  await Promise.all([second, third]);
});

it("holds only so many of one caller, and others beside them", async () => {
  const held = createDelayedRefusals({ held: 10, ofCaller: 1 });
  const left = new AbortController();
  const hold = (caller: string) => held.hold({ caller, ms: HOUR_MS, signal: left.signal });
  const told: string[] = [];
  const first = hold("203.0.113.1").then(() => told.push("first"));
  const other = hold("203.0.113.2").then(() => told.push("other"));
  await hold("203.0.113.1");
  expect(told).toEqual([]);
  left.abort();
  await Promise.all([first, other]);
});

it("lets many refusals of one caller go one after another, and the first when its time is over", () => {
  expect(computeSpreadMs({ ms: 100, heldOfCaller: 0, lot: 0.5 })).toBe(100);
  expect(computeSpreadMs({ ms: 100, heldOfCaller: 10, lot: 0.5 })).toBe(200);
  expect(computeSpreadMs({ ms: 100, heldOfCaller: 900, lot: 0.5 })).toBe(4100);
});
