import { z } from "zod";
import { idParameter, jsonObject, optional, time, withDefault } from "../http/fields.ts";
import { pageFields } from "../http/pagination.ts";
import { filters, listRunsQuery } from "./calls.schemas.ts";
import { artifactFields } from "./runs.schemas.ts";

const text = z.string().nullable();
const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

const endDate = optional(instant).meta({
  description: "Inclusive; a date without a time is a whole day in the organization's zone, as in calls.dailyUsage",
});

/** What people look for, beside \`filters\`, which published clients send. */
const lookFor = {
  workflow_id: optional(idParameter).meta({ description: "Calls of this agent" }),
  campaign_id: optional(idParameter).meta({ description: "Calls of this campaign" }),
  phone_number: optional(z.string().trim().min(1).max(64)).meta({
    description: "Part of the number of either side, however it is written",
  }),
  outcome: optional(z.string().min(1).max(64)).meta({ description: "Calls that ended so, such as `no_answer`" }),
};

export const listUsageQuery = listRunsQuery.extend({
  ...lookFor,
  start_date: optional(instant),
  end_date: endDate,
});

const format = withDefault(z.enum(["csv", "xlsx"]), "csv");
const days = { start_date: optional(instant), end_date: endDate };

export const reportQuery = z.object({ format, ...days });
export const usageReportQuery = z.object({ format, filters, ...lookFor, ...days });
export const dailyUsageQuery = z.object({
  days: withDefault(z.coerce.number().int().min(1).max(90), 7).meta({ description: "The last of them is today" }),
});

const costs = z.array(z.object({ currency: z.string(), cost_minor: z.number().int() }));
const usedOnDay = {
  calls: z.number().int(),
  duration_seconds: z.number().int(),
  minutes: z.number(),
  costs: costs.meta({ description: "Sums by currency; calls without a known price are not included" }),
  tokens: z.object({ prompt: z.number().int(), completion: z.number().int() }),
};

export const dailyUsageAnswer = z
  .object({
    timezone: z.string().meta({ description: "The organization's zone, which defines the days" }),
    days: z
      .array(z.object({ date: z.iso.date(), ...usedOnDay }))
      .meta({ description: "Oldest first, days without calls too" }),
    total: z.object(usedOnDay),
  })
  .meta({ id: "DailyUsage" });

export const usageAnswer = z
  .object({
    runs: z.array(
      z.object({
        id: z.number().int(),
        workflow_id: z.number().int(),
        workflow_name: z.string(),
        campaign_id: z.number().int().nullable(),
        name: z.string(),
        created_at: time,
        state: z.string(),
        outcome: text,
        environment: z.string(),
        call_duration_seconds: z.number().int(),
        cost_minor: z.number().int().nullable(),
        currency: text,
        ...artifactFields,
        phone_number: text.meta({ description: "The other side's number", deprecated: true }),
        caller_number: text,
        called_number: text,
        call_type: z.string(),
        mode: z.string(),
        disposition: text,
        initial_context: jsonObject,
        gathered_context: jsonObject,
      }),
    ),
    total_duration_seconds: z.number().int(),
    total_costs: z
      .array(z.object({ currency: z.string(), cost_minor: z.number().int() }))
      .meta({ description: "The cost of all runs of the selection, by currency" }),
    ...pageFields,
  })
  .meta({ id: "UsageRunList" });
