import { expect, it } from "@jest/globals";
import { createThreadWatch } from "../../media/busy-thread.ts";
import { createTalkingPlaces } from "../../media/talking-places.ts";

it("a process whose thread hardly rests reports that it is full, though it has places and no sound waits yet", () => {
  const places = createTalkingPlaces(20);
  places.take("a");
  let load = { idle: 0, active: 0, utilization: 0 };
  const look = createThreadWatch(
    () => void places.close(),
    () => load,
  );
  const passes = (idle: number, active: number) => {
    load = { idle: load.idle + idle, active: load.active + active, utilization: 0 };
    look();
  };
  passes(400, 1600);
  expect(places.taken()).toBe(1);
  passes(200, 1800);
  expect(places.taken()).toBe(20);
});

it("what the thread did before the last look does not count", () => {
  const told: number[] = [];
  const loads = [
    [0, 0],
    [0, 20_000],
    [2000, 20_000],
  ].map(([idle = 0, active = 0]) => ({ idle, active, utilization: 0 }));
  const look = createThreadWatch(
    (share) => told.push(share),
    () => loads.shift() ?? { idle: 0, active: 0, utilization: 0 },
  );
  look();
  look();
  expect(told).toEqual([1]);
});
