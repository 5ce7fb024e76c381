import { z } from "zod";
import { ANSWERERS } from "../answerer/answered-by.rules.ts";

export const checkResult = z.object({
  kind: z.string(),
  expected: z.string(),
  passed: z.boolean(),
  found: z.string().nullable(),
  node_id: z.string().nullable(),
  sentences: z.array(z.string()),
});

export const playedEntry = z.object({
  speaker: z.enum(["agent", "person", "step", "tool"]),
  text: z.string(),
  heard: z.string().nullable(),
  node_id: z.string().nullable(),
  at_ms: z.number().int(),
  arguments: z.string().nullable(),
  result: z.string().nullable(),
});

/** The result of a rehearsed conversation as its row keeps it. */
export const rehearsedResult = z.object({
  checks: z.array(checkResult),
  words: z.array(playedEntry),
  steps: z.array(z.string()),
  variables: z.record(z.string(), z.unknown()),
  end_reason: z.string().nullable(),
  disposition: z.string().nullable().default(null),
  turns: z.number().int(),
  answered_by: z.enum(ANSWERERS).nullable().default(null),
  opted_out: z.boolean(),
  first_words_ms: z.array(z.number().int()),
  lines_left: z.number().int(),
  tools_without_answer: z.array(z.string()),
  error: z.string().nullable(),
});
export type RehearsedResult = z.output<typeof rehearsedResult>;
