import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";

interface ExpiredMessage {
  event_id: number;
  organization_id: number;
}

/** Lists messages of all organizations that are past the retention period; at most `limit`. */
export const listExpiredMessages = async (
  { withoutOrganization }: Database,
  limit: number,
): Promise<ExpiredMessage[]> => {
  const { rows } = await sql<ExpiredMessage>`select * from platform_expired_messages(${limit})`.execute(
    withoutOrganization,
  );
  return rows;
};

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
