import { z } from "zod";
import { LONGEST_PROMPT } from "../model/reply-limits.ts";

const words = z.string().trim().min(1).max(2000);

export const proposedEdit = z.object({
  agent: words,
  reason: words,
  changes: z
    .array(
      z.object({
        step: words,
        field: z.enum(["prompt", "greeting"]),
        text: z.string().trim().min(1).max(LONGEST_PROMPT),
      }),
    )
    .min(1)
    .max(20),
});

export const proposedAction = z.object({
  tool: words,
  arguments: z.record(z.string(), z.unknown()).catch({}),
  summary: words,
});
