import { z } from "zod";
import { CONVERSATION_STATES, REHEARSAL_STATES } from "../../domain/rehearsal/rehearsal.rules.ts";
import { rehearsedResult } from "../../domain/rehearsal/rehearsed-result.ts";
import { scenarioFields } from "../../domain/rehearsal/scenario.ts";
import { environmentAnswer, jsonObject, nullableTime, time } from "../http/fields.ts";

export const scenarioAnswer = z.object({
  id: z.number().int(),
  workflow_id: z.number().int(),
  name: z.string(),
  ...scenarioFields,
  runs: z.number().int(),
  must_pass: z.boolean(),
  source: jsonObject.nullable(),
  created_at: time,
  updated_at: time,
});

const usageAnswer = z.object({
  requests: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  cost_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
});

export const scenarioListAnswer = z.object({
  scenarios: z.array(scenarioAnswer),
  estimate: usageAnswer.extend({ conversations: z.number().int() }),
});

const countsAnswer = z.object({
  waiting: z.number().int(),
  playing: z.number().int(),
  green: z.number().int(),
  red: z.number().int(),
  failed: z.number().int(),
  canceled: z.number().int(),
});

const rehearsalFields = {
  id: z.number().int(),
  workflow_id: z.number().int(),
  version_number: z.number().int(),
  definition_digest: z.string(),
  state: z.enum(REHEARSAL_STATES),
  environment: environmentAnswer,
  passed: z.boolean().nullable(),
  counts: countsAnswer,
  estimate: usageAnswer,
  created_at: time,
  ended_at: nullableTime,
};

export const rehearsalListAnswer = z.object({
  rehearsals: z.array(z.object(rehearsalFields)),
  next_cursor: z.number().int().nullable(),
});

const { checks, turns, lines_left, tools_without_answer, error } = rehearsedResult.shape;

const conversationFields = {
  id: z.number().int(),
  scenario_id: z.number().int().nullable(),
  scenario_name: z.string(),
  must_pass: z.boolean(),
  run_number: z.number().int(),
  state: z.enum(CONVERSATION_STATES),
  tries: z.number().int(),
  checks,
  turns: turns.nullable(),
  lines_left: lines_left.nullable(),
  tools_without_answer,
  error,
  usage: usageAnswer.nullable(),
  started_at: nullableTime,
  ended_at: nullableTime,
};

export const rehearsalAnswer = z.object({
  ...rehearsalFields,
  usage: usageAnswer.nullable(),
  conversations: z.array(z.object(conversationFields)),
});

export const conversationAnswer = z.object({
  ...conversationFields,
  words: rehearsedResult.shape.words,
  steps: rehearsedResult.shape.steps,
  variables: jsonObject,
  end_reason: rehearsedResult.shape.end_reason,
  opted_out: z.boolean().nullable(),
  first_words_ms: rehearsedResult.shape.first_words_ms,
  scenario: jsonObject,
});
