import { expect, it } from "@jest/globals";
import { createTalkingPlaces, takePlaceInTime } from "../../media/talking-places.ts";

it("lets so many calls talk at a time, and the next when one of them has ended", () => {
  const told: [number, string | null][] = [];
  const places = createTalkingPlaces(2, (takenBy) => told.push([places.taken(), takenBy]));
  const leave = places.take("a");
  places.take("b");
  expect(() => places.take("c")).toThrow("all 2 places of this media process are taken");
  leave();
  leave();
  places.take("c");
  expect(told).toEqual([
    [1, "a"],
    [2, "b"],
    [1, null],
    [2, "c"],
  ]);
  expect(() => places.take("d")).toThrow(expect.objectContaining({ type: "MediaFull", nonRetryable: false }));
});

it("somebody at a telephone waits for a place for a while, and is given up for good when none becomes free", async () => {
  const places = createTalkingPlaces(1);
  const { signal } = new AbortController();
  const leave = places.take("a");
  await expect(takePlaceInTime(places, "b", signal, 0)).rejects.toMatchObject({
    type: "VoiceLost",
    nonRetryable: true,
  });
  const waiting = takePlaceInTime(places, "c", signal, 60_000);
  leave();
  await waiting;
  expect(places.taken()).toBe(1);
});

it("a process that falls behind has no places for a while, and tells that it has none", () => {
  let nowMs = 0;
  const told: number[] = [];
  const places = createTalkingPlaces(
    3,
    () => told.push(places.taken()),
    () => nowMs,
  );
  places.take("a");
  places.fallBehind();
  places.fallBehind();
  expect(() => places.take("b")).toThrow(expect.objectContaining({ type: "MediaFull", nonRetryable: false }));
  expect(told).toEqual([1, 3]);
  nowMs = 60_000;
  places.take("b");
  expect(places.taken()).toBe(2);
});

it("a process in which sound waits again and again reports that it is full, and still takes the calls that were promised a place", () => {
  let nowMs = 0;
  const places = createTalkingPlaces(
    3,
    () => {},
    () => nowMs,
  );
  const lateAt = (ms: number) => {
    nowMs = ms;
    places.noteLate();
    return places.taken();
  };
  // One pause is told by the sound of many calls, and another one long after it.
  expect([lateAt(0), lateAt(20), lateAt(6000), lateAt(6900)]).toEqual([0, 0, 0, 0]);
  expect(lateAt(7000)).toBe(3);
  places.take("a");
  expect(places.taken()).toBe(3);
  nowMs = 17_000;
  expect(places.taken()).toBe(1);
});
