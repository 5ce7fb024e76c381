import { z } from "zod";
import { idField, nullableTime, optional, time } from "../http/fields.ts";

const words = z.string().trim().min(1).max(5000);

export const decideBody = z
  .strictObject({
    event_id: idField.meta({ description: "The event of kind `question`" }),
    choice: optional(words).meta({ description: "One of the question's choices" }),
    text: optional(words).meta({ description: "An answer in words of one's own" }),
  })
  .refine(({ choice, text }) => (choice === undefined) !== (text === undefined), {
    path: ["choice"],
    message: "Send either choice or text",
  });

export const settleActionBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `action_proposed`" }),
  decision: z.enum(["confirm", "decline", "undo"]),
  note: optional(words).meta({ description: "For the agent and for the timeline" }),
});

export const settleEditBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `edit_proposed`" }),
  decision: z.enum(["publish", "discard"]),
  note: optional(words),
});

export const provideSecretBody = z.strictObject({
  event_id: idField.meta({ description: "The event of kind `secret_requested`" }),
  name: optional(z.string().trim().min(1).max(255)).meta({ description: "What the credential is called" }),
  value: z.string().min(1).max(4096).meta({ description: "The secret; kept encrypted, and shown to nobody again" }),
});

/** How a request stands. */
export const requestAnswer = z
  .object({
    event_id: z.number().int(),
    kind: z.enum(["question", "action", "edit", "secret"]),
    state: z.enum(["open", "settled", "expired"]),
    decision: z.string().nullable(),
    settled_by: z.string().nullable(),
    settled_at: nullableTime,
    undone_by: z.string().nullable(),
    undone_at: nullableTime,
    expires_at: time,
    workflow_id: z.number().int().nullable(),
    workflow_run_id: z.number().int().nullable(),
    folder_id: z.number().int().nullable(),
    thread_id: z.string().nullable(),
  })
  .meta({ id: "Request" });

export const providedSecretAnswer = requestAnswer
  .extend({ credential_uuid: z.string() })
  .meta({ id: "ProvidedSecret" });
