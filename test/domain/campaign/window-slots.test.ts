import { expect, it } from "@jest/globals";
import { windowSlots } from "../../../domain/campaign/window-slots.ts";

it.each([
  ["08:00", "21:00", true],
  ["00:00", "24:00", true],
  ["21:00", "08:00", false],
  ["08:00", "08:00", false],
  ["8:00", "21:00", false],
  ["24:00", "24:00", false],
  ["08:00", "24:01", false],
])("an opening from %s to %s is taken: %s", (start_time, end_time, isTaken) => {
  expect(windowSlots.safeParse([{ day_of_week: 0, start_time, end_time }]).success).toBe(isTaken);
});

it("a week has one to fifty openings, on days from Monday to Sunday", () => {
  const slot = (day_of_week: number) => ({ day_of_week, start_time: "08:00", end_time: "21:00" });
  const takes = (slots: unknown[]) => windowSlots.safeParse(slots).success;
  expect([takes([]), takes(Array(50).fill(slot(6))), takes(Array(51).fill(slot(6)))]).toEqual([false, true, false]);
  expect([takes([slot(7)]), takes([slot(-1)])]).toEqual([false, false]);
});
