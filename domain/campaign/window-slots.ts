import { z } from "zod";

/** One opening of a week, in local wall-clock time: half-open; `24:00` is the end of the day; 0 = Monday. */
export interface WindowSlot {
  day_of_week: number;
  start_time: string;
  end_time: string;
}

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const slot = z
  .strictObject({
    day_of_week: z.number().int().min(0).max(6).meta({ description: "0 = Monday" }),
    start_time: z.string().regex(WALL_TIME, "A time of day as HH:MM, 00:00 to 23:59"),
    end_time: z
      .string()
      .refine((time) => time === "24:00" || WALL_TIME.test(time), "A time of day as HH:MM, at most 24:00")
      .meta({ description: "Half-open: dialling ends before this minute" }),
  })
  .refine(({ start_time, end_time }) => start_time < end_time, {
    path: ["end_time"],
    message: "The end must be after the start; a window over midnight is two slots",
  });

export const windowSlots = z.array(slot).min(1).max(50);
