import { z } from "zod";
import { DAY_CLOCKS, FIGURES_DAYS, LATE_AFTER_MINUTES } from "../../domain/campaign/figures-by-day.ts";
import { withDefault } from "../http/fields.ts";

export const campaignDaysQuery = z.object({
  days: withDefault(z.coerce.number().int().min(1).max(FIGURES_DAYS.most), FIGURES_DAYS.usual).meta({
    description: "How many days, up to today",
  }),
  within_minutes: withDefault(
    z.coerce.number().int().min(1).max(LATE_AFTER_MINUTES.most),
    LATE_AFTER_MINUTES.usual,
  ).meta({
    description: "Who waited longer than this for the first call is late",
  }),
  clock: withDefault(z.enum(DAY_CLOCKS), "organization").meta({
    description:
      "On whose clock a day begins: that of the campaign's schedule or else the organization's, or each person's own",
  }),
});

const people = z.number().int();

export const campaignDaysAnswer = z
  .object({
    campaign_id: z.number().int(),
    timezone: z.string().meta({ description: "The zone of the days; on each person's clock, of those without one" }),
    clock: z.enum(DAY_CLOCKS).meta({ description: "On whose clock the days are read" }),
    within_minutes: z.number().int().meta({ description: "Who waited longer is late" }),
    days: z
      .array(
        z
          .object({
            date: z.iso.date(),
            joined: people.meta({ description: "Who joined the campaign that day" }),
            called: people.meta({ description: "Whose first call a carrier took that day" }),
            reached: people.meta({ description: "Whose first answer was that day" }),
            late: people.meta({
              description:
                "Of those who joined that day and may be called: who was not called within the time, or waits longer already",
            }),
          })
          .meta({ id: "CampaignDay" }),
      )
      .meta({ description: "Each day, oldest first; today is not over" }),
  })
  .meta({ id: "CampaignDays" });
