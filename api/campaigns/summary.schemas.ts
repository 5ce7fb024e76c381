import { z } from "zod";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { time } from "../http/fields.ts";
import { budgetStandingAnswer } from "../organizations/budget.schemas.ts";
import { unknownFields } from "./as-of.schemas.ts";

const count = z.number().int().min(0);
const counts = z.record(z.string(), count);

const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() }).meta({
  id: "Estimate",
  description:
    "A figure with the interval that contains the true one in 95 of 100 samples: Wilson's for rates, Student's for means",
});

const callsRemoved = z
  .object({ calls: count, at: time })
  .meta({ id: "CallsRemoved" })
  .nullable()
  .meta({ description: "Calls that count here although they were removed, and when the last one was; null: none" });

export const summaryAnswer = z
  .object({
    campaign_id: z.number().int(),
    state: z.enum(CAMPAIGN_STATES),
    total: count,
    dialled: count,
    answered: count,
    attempts: count,
    outcomes: counts.meta({ description: "Calls by dialling outcome" }),
    dispositions: counts.meta({ description: "Calls by the agent's disposition" }),
    answered_by: counts.meta({
      description:
        "Calls by who answered: `person`, `voicemail`, `screening`, `ivr`, `unknown`; calls that nobody told of are left out",
    }),
    talk_seconds: count,
    answer_rate: z.number().nullable().meta({ description: "answered / dialled, 0 to 1; null before the first call" }),
    costs: z.array(z.object({ currency: z.string(), cost_minor: z.number().int() })),
    budgets: z.array(budgetStandingAnswer),
    attempts_per_contact: z.array(z.object({ attempts: count, contacts: count })),
    last_outcomes: counts.meta({
      description: "Contacts by the outcome of their last call; a redial calls those with the outcomes that it names",
    }),
    calls_removed: callsRemoved,
    not_called_by_end: count.meta({
      description: "Contacts who were never called, because the campaign's end came before their turn",
    }),
    timezone: z.string().meta({ description: "The zone of by_hour and by_day" }),
    by_hour: z.array(z.object({ hour: z.number().int().min(0).max(23), calls: count, answered: count })),
    by_version: z
      .array(
        z
          .object({
            version: z.number().int(),
            definition_id: z.number().int(),
            calls: count.meta({ description: "Calls that a carrier accepted" }),
            answered: count,
            opted_out: count,
            answer_rate: estimate.nullable().meta({ description: "answered / calls; null without calls" }),
            opt_out_rate: estimate.nullable().meta({ description: "opted_out / answered" }),
            dispositions: z.array(
              z.object({
                disposition: z.string(),
                calls: count,
                rate: estimate.nullable().meta({ description: "Of the answered calls" }),
              }),
            ),
            talk_seconds: estimate
              .nullable()
              .meta({ description: "The mean of the answered calls; null for fewer than five" }),
          })
          .meta({ id: "CampaignVersionSummary" }),
      )
      .meta({ description: "The calls by the version of the agent, oldest version first" }),
    by_day: z.array(z.object({ date: z.string(), calls: count, answered: count })),
    as_of: time,
    unknown: unknownFields,
  })
  .meta({ id: "CampaignSummary" });
