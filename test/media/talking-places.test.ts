import { expect, it } from "@jest/globals";
import { createTalkingPlaces } from "../../media/talking-places.ts";

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
