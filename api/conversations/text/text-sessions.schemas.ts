import { z } from "zod";
import { idParameter, jsonObject, jsonObjectInput, optional, time } from "../../http/fields.ts";

export const agentParams = z.object({ workflow_id: idParameter });
export const sessionParams = z.object({ workflow_id: idParameter, run_id: idParameter });

const expected_revision = optional(z.number().int().min(0)).meta({
  description: "409 with both revisions when the session has another by now",
});

export const createSessionBody = z.strictObject({
  name: optional(z.string().trim().min(1).max(255)),
  initial_context: optional(jsonObjectInput),
  annotations: optional(jsonObjectInput),
});
export const messageBody = z.strictObject({ text: z.string().trim().min(1).max(10_000), expected_revision });
export const endBody = z.strictObject({ expected_revision });
export const rewindBody = z.strictObject({
  cursor_turn_id: optional(z.uuid()).meta({ description: "The last turn that stays; without it the first" }),
  expected_revision,
});

const text = z.string().nullable();
const message = z.object({ text: z.string(), created_at: time }).nullable();

const turn = z.object({
  id: z.string(),
  status: z.enum(["pending", "completed", "failed", "interrupted"]),
  error: text.meta({ description: "Why its language model failed; null: it did not" }),
  user_message: message,
  assistant_message: message,
  events: z.array(
    z.object({ kind: z.enum(["transition", "tool_call"]), name: z.string(), state: text, created_at: time }),
  ),
  created_at: time,
  completed_at: time.nullable(),
});

export const sessionAnswer = z
  .object({
    workflow_run_id: z.number().int(),
    workflow_id: z.number().int(),
    name: z.string(),
    mode: z.string(),
    state: z.string(),
    is_completed: z.boolean(),
    revision: z.number().int(),
    initial_context: jsonObject,
    gathered_context: jsonObject,
    annotations: jsonObject,
    session_data: z.object({
      version: z.number().int(),
      status: z.enum(["idle", "pending_assistant_turn", "ended"]),
      end_reason: text,
      cursor_turn_id: text,
      turns: z.array(turn),
      discarded_future: z.array(turn).meta({ description: "Turns that a rewind took back" }),
      simulator: jsonObject.nullable(),
    }),
    checkpoint: z.object({ current_node_id: text, gathered_context: jsonObject }),
    created_at: time,
    updated_at: time.nullable(),
  })
  .meta({ id: "TextSession" });

/** The body of a 409: the message was meant for another state of the session. */
export const otherRevisionAnswer = z.object({
  message: z.string(),
  expected_revision: z.number().int(),
  actual_revision: z.number().int(),
});

/** An event of an answer that is told while it forms. */
export const replyEvent = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("forming"),
      text: z.string().meta({ description: "The beginning of the next sentence; each replaces the one before" }),
    }),
    z.object({ kind: z.literal("sentence"), text: z.string().meta({ description: "The next sentence, whole" }) }),
    z.object({ kind: z.literal("end"), session: sessionAnswer }),
    z.object({
      kind: z.literal("error"),
      status: z.number().int().meta({ description: "What the answer's status would be, had it not begun" }),
      code: text,
      detail: z.string().meta({ description: "Why the turn was not carried out to its end" }),
    }),
  ])
  .meta({ id: "ReplyEvent" });
export type ReplyEvent = z.output<typeof replyEvent>;
