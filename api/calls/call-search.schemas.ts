import { z } from "zod";
import { CALLS_FOUND, LONGEST_WORDS } from "../../domain/conversation/spoken-search.ts";
import { idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { runQueryFields } from "./run-query.schemas.ts";

const { outcome, call_direction, environment, start_date, end_date } = runQueryFields;

export const searchCallsQuery = z.object({
  q: z.string().trim().min(1).max(LONGEST_WORDS).meta({ description: "What is looked for, as a person would say it" }),
  workflow_id: optional(idParameter).meta({ description: "Calls of this agent" }),
  campaign_id: optional(idParameter).meta({ description: "Calls of this campaign" }),
  outcome,
  call_direction,
  environment,
  start_date,
  end_date,
  limit: withDefault(z.coerce.number().int().min(1).max(CALLS_FOUND.most), CALLS_FOUND.usual),
});

const text = z.string().nullable();

export const foundCallsAnswer = z
  .object({
    calls: z.array(
      z
        .object({
          workflow_run_id: z.number().int(),
          workflow_id: z.number().int(),
          workflow_name: z.string(),
          campaign_id: z.number().int().nullable(),
          name: z.string(),
          mode: z.string(),
          state: z.string(),
          outcome: text,
          call_type: z.string(),
          environment: z.string(),
          caller_number: text,
          called_number: text,
          created_at: time,
          text: z.string().meta({ description: "What was said there, each entry of the transcript in a line" }),
          highlights: z.array(
            z.object({
              text: z.string(),
              marks: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
            }),
          ),
          similarity: z.number(),
          entry_id: z.number().int().nullable().meta({ description: "The entry of the transcript that fits" }),
          said_at: nullableTime.meta({ description: "When that entry was said" }),
        })
        .meta({ id: "FoundCall" }),
    ),
    is_cut: z.boolean().meta({
      description: "True where more passages fit than are looked at, so that calls may be missing: name more words",
    }),
  })
  .meta({ id: "FoundCallList" });
