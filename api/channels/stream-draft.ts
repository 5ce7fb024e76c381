import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { draftAnswer, type draftQuery } from "./messages.schemas.ts";
import { readDraft } from "./read-draft.ts";

/** The interval of reading the row, for any number of listeners. */
const EVERY_MS = 150;

/**
 * Streams the reply that is being written as server-sent events, each with the whole text so far, so that late
 * listeners miss nothing.
 */
export const streamDraft = (context: OperationContext, { query }: OperationInput<{ query: typeof draftQuery }>) =>
  context.openStream({
    name: `draft of ${JSON.stringify([query.workflow_id, query.folder_id, query.thread_id, query.assistant])}`,
    everyMs: EVERY_MS,
    read: async () => {
      const data = draftAnswer.parse(await readDraft(context, { query }));
      const id = `${data.reply_to ?? 0}-${data.status}-${data.updated_at ?? ""}`;
      return { eventsAfter: (seen) => (seen === id ? [] : [{ id, data }]) };
    },
  });
