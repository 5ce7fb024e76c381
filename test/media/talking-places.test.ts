import { expect, it } from "@jest/globals";
import { createTalkingPlaces } from "../../media/talking-places.ts";

it("lets so many calls talk at a time, and the next when one of them has ended", () => {
  const told: number[] = [];
  const places = createTalkingPlaces(2, () => told.push(places.taken()));
  const leave = places.take();
  places.take();
  expect(() => places.take()).toThrow("all 2 places of this media process are taken");
  leave();
  leave();
  places.take();
  expect(told).toEqual([1, 2, 1, 2]);
  expect(() => places.take()).toThrow(expect.objectContaining({ type: "MediaFull", nonRetryable: false }));
});
