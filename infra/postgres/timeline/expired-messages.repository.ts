import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

const REMOVED = "The words of this message are no longer kept";

/** Deletes the text of messages, also from the replies that produced them; the author and the time stay. */
export const removeMessages = async (tx: OrganizationTransaction, eventIds: readonly number[]): Promise<void> => {
  const removed = await tx
    .updateTable("timeline_events")
    .set({ summary: REMOVED, payload: sql`payload - 'text'` })
    .where("id", "in", eventIds)
    .returning(sql<string | null>`payload->>'reply_to'`.as("reply_to"))
    .execute();
  const replies = removed.flatMap(({ reply_to }) => (reply_to === null ? [] : [Number(reply_to)]));
  await tx
    .updateTable("thread_replies")
    .set({ text: "" })
    .where("event_id", "in", [...eventIds, ...replies])
    .where("state", "in", ["done", "failed"])
    .execute();
};
