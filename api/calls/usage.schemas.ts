import { z } from "zod";
import { REPORT_FORMATS, USUAL_REPORT_FORMAT } from "../../domain/call/call-report.ts";
import { USAGE_DAYS } from "../../domain/call/usage-days.ts";
import { idParameter, jsonObject, optional, time, withDefault } from "../http/fields.ts";
import { pageFields } from "../http/pagination.ts";
import { filters, listRunsQuery } from "./calls.schemas.ts";
import { runQueryFields } from "./run-query.schemas.ts";
import { artifactFields } from "./runs.schemas.ts";

const text = z.string().nullable();
const lookFor = {
  workflow_id: optional(idParameter).meta({ description: "Calls of this agent" }),
  campaign_id: optional(idParameter).meta({ description: "Calls of this campaign" }),
  ...runQueryFields,
};

export const listUsageQuery = listRunsQuery.extend(lookFor);

const format = withDefault(z.enum(REPORT_FORMATS), USUAL_REPORT_FORMAT);
const { start_date, end_date } = runQueryFields;

export const reportQuery = z.object({ format, start_date, end_date });
export const usageReportQuery = z.object({ format, filters, ...lookFor });
export const dailyUsageQuery = z.object({
  days: withDefault(z.coerce.number().int().min(1).max(USAGE_DAYS.most), USAGE_DAYS.usual).meta({
    description: "The last of them is today",
  }),
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
