import { expect, it } from "@jest/globals";
import { dayOf, endOfDay, startOfDay } from "../../console/calls/days.ts";

it("begins and ends a day where the viewer's clock does, also when the clocks change", () => {
  for (const day of ["2026-03-29", "2026-11-23", "2026-12-31"]) {
    const [from, until] = [new Date(startOfDay(day)), new Date(endOfDay(day))];
    expect([from.getHours(), from.getMinutes(), from.getMilliseconds()]).toEqual([0, 0, 0]);
    expect([until.getHours(), until.getMinutes(), until.getMilliseconds()]).toEqual([23, 59, 999]);
    expect([dayOf(from.toISOString()), dayOf(until.toISOString())]).toEqual([day, day]);
  }
});

it("keeps an instant of the address as it is", () => {
  const at = "2026-11-22T23:00:00.000Z";
  expect([startOfDay(at), endOfDay(at)]).toEqual([at, at]);
});
