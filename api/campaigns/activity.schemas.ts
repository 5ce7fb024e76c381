import { z } from "zod";
import { ACTIVITY_MINUTES } from "../../domain/campaign/figures-by-day.ts";
import { time, withDefault } from "../http/fields.ts";

export const activityQuery = z.object({
  minutes: withDefault(z.coerce.number().int().min(1).max(ACTIVITY_MINUTES.most), ACTIVITY_MINUTES.usual).meta({
    description: "How far back",
  }),
});

export const activityAnswer = z
  .object({
    campaign_id: z.number().int(),
    minutes: z
      .array(
        z.object({
          at: time.meta({ description: "The minute's beginning" }),
          calls: z.number().int(),
          outcomes: z.record(z.string(), z.number().int()),
        }),
      )
      .meta({ description: "Every minute, oldest first; the last one is not over yet" }),
  })
  .meta({ id: "CampaignActivity" });
