import { expect, it } from "@jest/globals";
import { createCallSlots, takeSlotInTime } from "../../../media/process/call-slots.ts";

it("lets so many calls talk at a time, and the next when one of them has ended", () => {
  const told: [number, string | null][] = [];
  const slots = createCallSlots(2, (takenBy) => told.push([slots.taken(), takenBy]));
  const leave = slots.take("a");
  slots.take("b");
  expect(() => slots.take("c")).toThrow("all 2 slots of this media process are taken");
  leave();
  leave();
  slots.take("c");
  expect(told).toEqual([
    [1, "a"],
    [2, "b"],
    [1, null],
    [2, "c"],
  ]);
  expect(() => slots.take("d")).toThrow(expect.objectContaining({ type: "MediaFull", nonRetryable: false }));
});

it("somebody at a telephone waits for a place for a while, and is given up for good when none becomes free", async () => {
  const slots = createCallSlots(1);
  const { signal } = new AbortController();
  const leave = slots.take("a");
  await expect(takeSlotInTime(slots, "b", signal, 0)).rejects.toMatchObject({
    type: "VoiceLost",
    nonRetryable: true,
  });
  const waiting = takeSlotInTime(slots, "c", signal, 60_000);
  leave();
  await waiting;
  expect(slots.taken()).toBe(1);
});

it("a process that falls behind has no slots for a while, and tells that it has none", () => {
  let nowMs = 0;
  const told: number[] = [];
  const slots = createCallSlots(
    3,
    () => told.push(slots.taken()),
    () => nowMs,
  );
  slots.take("a");
  slots.fallBehind();
  slots.fallBehind();
  expect(() => slots.take("b")).toThrow(expect.objectContaining({ type: "MediaFull", nonRetryable: false }));
  expect(told).toEqual([1, 3]);
  nowMs = 60_000;
  slots.take("b");
  expect(slots.taken()).toBe(2);
});

it("a process in which sound waits again and again reports that it is full, and still takes the calls that were promised a place", () => {
  let nowMs = 0;
  const slots = createCallSlots(
    3,
    () => {},
    () => nowMs,
  );
  const lateAt = (ms: number) => {
    nowMs = ms;
    slots.noteLate();
    return slots.taken();
  };
  // One pause is told by the sound of many calls, and another one long after it.
  expect([lateAt(0), lateAt(20), lateAt(6000), lateAt(6900)]).toEqual([0, 0, 0, 0]);
  expect(lateAt(7000)).toBe(3);
  slots.take("a");
  expect(slots.taken()).toBe(3);
  nowMs = 17_000;
  expect(slots.taken()).toBe(1);
});
