import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { RehearsalConversation } from "./rehearsal-conversation.entity.ts";

/** Lists the conversations of a rehearsal in their order. */
export const listRehearsalConversations = (
  tx: OrganizationTransaction,
  rehearsalId: number,
): Promise<RehearsalConversation[]> =>
  tx
    .selectFrom("rehearsal_conversations")
    .selectAll()
    .where("rehearsal_id", "=", rehearsalId)
    .orderBy("place")
    .execute();

/** Ends a conversation that could not be played. */
export const failUnplayed = async (tx: OrganizationTransaction, conversationId: number): Promise<void> => {
  await tx
    .updateTable("rehearsal_conversations")
    .set({ state: "failed", ended_at: sql<Date>`now()` })
    .where("id", "=", conversationId)
    .where("state", "in", ["waiting", "playing"])
    .execute();
};

export const findRehearsalConversation = (
  tx: OrganizationTransaction,
  rehearsalId: number,
  conversationId: number,
): Promise<RehearsalConversation | undefined> =>
  tx
    .selectFrom("rehearsal_conversations")
    .selectAll()
    .where("rehearsal_id", "=", rehearsalId)
    .where("id", "=", conversationId)
    .executeTakeFirst();
