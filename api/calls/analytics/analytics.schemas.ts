import { z } from "zod";
import {
  DIMENSION_NAMES,
  MEASURE_NAMES,
  MOST_DIMENSIONS,
  MOST_MEASURES,
  readDimension,
  readMeasure,
} from "../../../domain/analytics/measures.rules.ts";
import { MOST_DAYS, USUAL_DAYS } from "../../../domain/analytics/question.rules.ts";
import { REPORT_FORMATS, USUAL_REPORT_FORMAT } from "../../../domain/call/call-report.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { idParameter, optional, time, timeZone, withDefault } from "../../http/fields.ts";
import { filters } from "../calls.schemas.ts";
import { runQueryFields } from "../run-query.schemas.ts";

const LONGEST_LIST = 1_000;

/** Splits names that are separated by commas. */
export const splitNames = (written: string): string[] =>
  written
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const listOf = (
  what: "measure" | "dimension",
  { most, names, reads }: { most: number; names: readonly string[]; reads: (written: string) => unknown },
) =>
  z
    .string()
    .max(LONGEST_LIST)
    .superRefine((written, context) => {
      const parts = splitNames(written);
      const wrong = parts.find((part) => reads(part) === null);
      const message =
        wrong !== undefined
          ? `There is no ${what} "${wrong}": use ${names.join(", ")}`
          : `Name ${most} ${what}s at most, each once`;
      if (wrong !== undefined || parts.length > most || new Set(parts).size < parts.length)
        context.addIssue({ code: "custom", message });
    });

const measures = listOf("measure", {
  most: MOST_MEASURES,
  names: [...MEASURE_NAMES, "variable:NAME", "filled:NAME"],
  reads: readMeasure,
}).meta({
  description: `Up to ${MOST_MEASURES} of ${MEASURE_NAMES.join(", ")}, variable:NAME and filled:NAME, separated by commas`,
});
const by = listOf("dimension", {
  most: MOST_DIMENSIONS,
  names: [...DIMENSION_NAMES, "variable:NAME"],
  reads: readDimension,
}).meta({
  description: `Up to ${MOST_DIMENSIONS} of ${DIMENSION_NAMES.join(", ")} and variable:NAME, separated by commas`,
});

const questionFields = {
  measures: withDefault(measures, "calls"),
  by: withDefault(by, ""),
  timezone: optional(timeZone).meta({
    description: "The zone in which days, weeks, months and hours begin; by default the organization's",
  }),
  days: optional(z.coerce.number().int().min(1).max(MOST_DAYS)).meta({
    description: `The last days, of which the last is today, in place of start_date and end_date; without any of them ${USUAL_DAYS}`,
  }),
  filters,
  workflow_id: optional(idParameter).meta({ description: "Calls of this agent" }),
  campaign_id: optional(idParameter).meta({ description: "Calls of this campaign" }),
  ...runQueryFields,
};

export const analyticsQuery = z.object(questionFields);
export const analyticsReportQuery = analyticsQuery.extend({
  format: withDefault(z.enum(REPORT_FORMATS), USUAL_REPORT_FORMAT),
});
export type Question = z.output<typeof analyticsQuery>;

const callsQuery = z.string().meta({
  description: "The query of `GET /organizations/usage/runs` that lists exactly these calls",
});
const amount = z.number().nullable();
const figure = z
  .object({
    measure: z.string(),
    calls: z.number().int().meta({ description: "The calls that the measure counts" }),
    share: amount.meta({ description: "Of a count: these calls, of all calls of the row, from 0 to 1; else null" }),
    sum: amount.meta({ description: "Of an amount; null: no call has it" }),
    mean: amount.meta({ description: "Of an amount; null: no call has it" }),
    p50: amount.meta({ description: "Of an amount: half of the calls have as much or less" }),
    p95: amount.meta({ description: "Of an amount: 95 of a hundred calls have as much or less" }),
    calls_query: callsQuery,
  })
  .meta({ id: "CallFigure" });

const counted = {
  calls: z.number().int().meta({ description: "All calls of the row" }),
  calls_query: callsQuery,
  figures: z.array(figure).meta({ description: "One for each measure, in their order" }),
};

const describedMeasure = z
  .object({
    name: z.string(),
    kind: z
      .enum(["count", "amount"])
      .meta({ description: "`count`: calls that are so; `amount`: a number of each call" }),
    unit: z.enum(["calls", "seconds", "milliseconds", "turns", "interruptions", "number"]),
    counts: z.string().meta({ description: "Which calls count" }),
  })
  .meta({ id: "CallMeasure" });

export const analyticsAnswer = z
  .object({
    timezone: z.string(),
    environment: z.enum(ENVIRONMENTS),
    start_date: z.string().nullable(),
    end_date: z.string().nullable(),
    measures: z.array(describedMeasure),
    by: z.array(z.string()),
    rows: z
      .array(
        z
          .object({
            by: z
              .array(
                z.object({
                  value: z.string().nullable().meta({ description: "null: calls that have none" }),
                  name: z.string().nullable().meta({ description: "Of a row that has a name, such as an agent" }),
                }),
              )
              .meta({ description: "One for each dimension, in their order" }),
            ...counted,
          })
          .meta({ id: "CallFiguresRow" }),
      )
      .meta({ description: "Times by their course, everything else by its calls, most first" }),
    total: z.object(counted),
  })
  .meta({ id: "CallFigures" });

export const analyticsMeasuresAnswer = z
  .object({
    measures: z.array(describedMeasure),
    dimensions: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["time", "row", "word"]),
        none: z.string().nullable().meta({ description: "Which calls have no value; null: every call has one" }),
      }),
    ),
    variables: z
      .array(z.object({ name: z.string(), type: z.enum(["string", "number", "boolean"]) }))
      .meta({ description: "What published agents gather: `variable:NAME` and `filled:NAME`" }),
  })
  .meta({ id: "CallMeasures" });

export const viewParams = z.object({ view_id: idParameter });

const name = z.string().trim().min(1).max(100);
const question = z
  .strictObject(questionFields)
  .meta({ id: "AskedQuestion", description: "The query of the question, as `GET /analytics` takes it" });

export const viewBody = z.strictObject({
  name,
  shared: withDefault(z.boolean(), false).meta({ description: "Everybody in the organization sees it" }),
  question,
});
export const viewChangeBody = z.strictObject({
  name: optional(name),
  shared: optional(z.boolean()),
  question: optional(question),
});

export const viewAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    shared: z.boolean(),
    is_own: z.boolean().meta({ description: "Whether the caller made it" }),
    question: z
      .object({
        measures: z.string(),
        by: z.string(),
        timezone: z.string().optional(),
        days: z.number().int().optional(),
        filters: z.string().nullish(),
        workflow_id: z.number().int().optional(),
        campaign_id: z.number().int().optional(),
        phone_number: z.string().optional(),
        outcome: z.string().optional(),
        disposition: z.string().optional(),
        status: z.enum(["completed", "in_progress"]).optional(),
        call_direction: z.enum(["inbound", "outbound"]).optional(),
        environment: z.enum(ENVIRONMENTS).optional(),
        start_date: z.string().optional(),
        end_date: z.string().optional(),
      })
      .meta({ id: "KeptQuestion" }),
    missing: z.array(z.object({ kind: z.enum(["agent", "campaign", "contact_list"]), id: z.number().int() })).meta({
      description: "What it asks for and is gone: the question is answered with 404 until it names something else",
    }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "AnalyticsView" });

export const viewListAnswer = z.object({ views: z.array(viewAnswer) }).meta({ id: "AnalyticsViewList" });
export const viewDeletedAnswer = z.object({ success: z.literal(true) });
