import { z } from "zod";
import { nullableTime } from "../http/fields.ts";

const count = z.number().int();

/** A warning's code, and what its sentence says. */
export const campaignWarning = z
  .object({
    code: z.enum(["hours_never_open", "may_cost_more", "national_list_outdated", "numbers_not_allowed"]),
    sentence: z.string().meta({ description: "The one in `warnings`" }),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: "CampaignWarning" });

export const forecastAnswer = z
  .object({
    campaign_id: count,
    contacts: count,
    suppressed: z.object({ do_not_call: count, consent_withdrawn: count, number_kind: count }),
    window_never_opens: count.meta({ description: "By their own clocks the hours do not open within eight days" }),
    to_call: count,
    attempts_per_contact: count.meta({ description: "The first call and every retry" }),
    first_call_at: nullableTime,
    ends_at: nullableTime.meta({
      description:
        "The estimated end when everybody is called once, at a minute a call; null: nobody is called, or it cannot be estimated",
    }),
    ends_at_latest: nullableTime.meta({ description: "The same where everybody needs every retry" }),
    calls_at_a_time: count,
    cost: z.object({ most_minor: count, once_minor: count, currency: z.string() }).nullable().meta({
      description:
        "`most_minor`: every call of every contact as long as it may last, or the campaign's budget; `once_minor`: one call each. null: its carrier has no prices, or it is not ready to call",
    }),
    warnings: z.array(z.string()),
    warning_details: z.array(campaignWarning),
  })
  .meta({ id: "CampaignForecast" });
