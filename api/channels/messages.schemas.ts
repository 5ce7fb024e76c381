import { z } from "zod";
import { DRAFT_STATUSES } from "../../domain/thread/draft-status.ts";
import { LONGEST_MESSAGE } from "../../domain/thread/thread-limits.ts";
import { booleanParameter, idField, idParameter, nullableTime, optional, withDefault } from "../http/fields.ts";

const threadId = z.uuid();
const NOBODY = "Send workflow_id, folder_id, assistant or thread_id";

export const messageBody = z
  .strictObject({
    text: z.string().trim().min(1).max(LONGEST_MESSAGE),
    workflow_id: optional(idField).meta({ description: "The agent that replies" }),
    folder_id: optional(idField).meta({
      description: "A channel: the agent that the text names with `@` replies, else the channel's first",
    }),
    assistant: withDefault(z.boolean(), false).meta({ description: "The built-in assistant replies" }),
    thread_id: optional(threadId).meta({ description: "Continues a thread; without it a new one begins" }),
  })
  .superRefine(({ workflow_id, folder_id, assistant, thread_id }, context) => {
    const named = [workflow_id, folder_id, assistant || undefined].filter((partner) => partner !== undefined).length;
    if (named === 1 || (named === 0 && thread_id !== undefined)) return;
    const message = named > 1 ? "Send one of workflow_id, folder_id and assistant" : NOBODY;
    context.addIssue({ code: "custom", path: [named > 1 ? "folder_id" : "workflow_id"], message });
  });

export const postedMessageAnswer = z
  .object({
    event_id: z.number().int().meta({ description: "The message in the timeline" }),
    thread_id: z.string(),
    workflow_id: z.number().int().nullable().meta({
      description: "The agent that replies; null: the assistant does, or the channel has none and its people read it",
    }),
  })
  .meta({ id: "PostedMessage" });

export const draftQuery = z
  .object({
    workflow_id: optional(idParameter),
    folder_id: optional(idParameter),
    thread_id: optional(threadId),
    assistant: withDefault(booleanParameter, false).meta({
      description: "Only what belongs to the built-in assistant",
    }),
  })
  .refine((query) => Object.values(query).some((value) => value !== undefined && value !== false), {
    path: ["thread_id"],
    message: "Name a thread_id, workflow_id or folder_id, or assistant",
  });

export const draftAnswer = z
  .object({
    text: z.string().meta({ description: "As far as the reply is written" }),
    started_at: nullableTime,
    updated_at: nullableTime,
    status: z.enum(DRAFT_STATUSES).meta({ description: "`idle`: nothing was ever asked here" }),
    error: z.string().nullable().meta({ description: "Why there is no reply, when it failed" }),
    reply_to: z.number().int().nullable().meta({ description: "The message that it replies to" }),
    thread_id: z.string().nullable(),
    workflow_id: z.number().int().nullable(),
  })
  .meta({ id: "Draft" });
