import { z } from "zod";
import { nullableTime, time } from "../http/fields.ts";
import { spread } from "./what-if.schemas.ts";

const count = z.number().int();

/** A warning's code, and what its sentence says. */
export const campaignWarning = z
  .object({
    code: z.enum([
      "hours_never_open",
      "may_cost_more",
      "national_list_outdated",
      "numbers_not_allowed",
      "clocks_change",
      "ends_too_early",
    ]),
    sentence: z.string().meta({ description: "The one in `warnings`" }),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: "CampaignWarning" });

/** Means of several simulations, with their spread. */
const foreseen = z
  .object({
    earlier_campaign_id: count.meta({ description: "The campaign of the same agent from which habits were taken" }),
    drawn_from: count.meta({ description: "How many of its attempts were drawn from" }),
    seeds: count.meta({ description: "How often it was simulated" }),
    attempts: z.number(),
    answers: z.number(),
    cost_minor: z.number(),
    currency: z.string().nullable(),
    ends_at: time.meta({ description: "When its last call is over" }),
    spread,
  })
  .meta({ id: "ForeseenCampaign" });

export const forecastAnswer = z
  .object({
    campaign_id: count,
    contacts: count,
    suppressed: z.object({
      do_not_call: count,
      consent_withdrawn: count,
      number_kind: count,
      rule: count.meta({ description: "A rule of a pack keeps them from being called, whatever the time" }),
    }),
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
    foreseen: foreseen.nullable().meta({
      description:
        "What the simulator of what-ifs says with the habits of people in an earlier campaign. null: no campaign of the agent is over that made 50 attempts and has at most 20,000 contacts, or this one has more; the other fields then tell all that is known",
    }),
    warnings: z.array(z.string()),
    warning_details: z.array(campaignWarning),
  })
  .meta({ id: "CampaignForecast" });
