import { z } from "zod";
import { LONGEST_PROMPT } from "../model/reply-limits.ts";

const words = z.string().trim().min(1).max(2000);

const proposedEdit = z.object({
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

const proposedAction = z.object({
  tool: words,
  arguments: z.record(z.string(), z.unknown()).catch({}),
  summary: words,
});

/** Reads a change of an agent's texts that the model has written; null: it is not one. */
export const readProposedEdit = (given: unknown): z.output<typeof proposedEdit> | null =>
  proposedEdit.safeParse(given).data ?? null;

/** Reads a call of a tool that the model has written; null: it is not one. */
export const readProposedAction = (given: unknown): z.output<typeof proposedAction> | null =>
  proposedAction.safeParse(given).data ?? null;
