import { expect, it } from "@jest/globals";
import { createCallSlots } from "../../../media/process/call-slots.ts";
import { createEventLoopWatch } from "../../../media/process/event-loop-load.ts";

it("a process whose thread hardly rests reports that it is full, though it has slots and no sound waits yet", () => {
  const slots = createCallSlots(20);
  slots.take("a");
  let load = { idle: 0, active: 0, utilization: 0 };
  const look = createEventLoopWatch(
    () => void slots.close(),
    () => load,
  );
  const passes = (idle: number, active: number) => {
    load = { idle: load.idle + idle, active: load.active + active, utilization: 0 };
    look();
  };
  passes(400, 1600);
  expect(slots.taken()).toBe(1);
  passes(200, 1800);
  expect(slots.taken()).toBe(20);
});

it("work of the thread before the last look does not count", () => {
  const told: number[] = [];
  const loads = [
    [0, 0],
    [0, 20_000],
    [2000, 20_000],
  ].map(([idle = 0, active = 0]) => ({ idle, active, utilization: 0 }));
  const look = createEventLoopWatch(
    (share) => told.push(share),
    () => loads.shift() ?? { idle: 0, active: 0, utilization: 0 },
  );
  look();
  look();
  expect(told).toEqual([1]);
});
