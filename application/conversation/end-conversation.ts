import { sql } from "kysely";
import { NO_CONVERSATION } from "../../domain/call/no-conversation.rules.ts";
import type { ConversationRun, EndResult } from "../../domain/conversation/conversation.ports.ts";
import { cutToHeard } from "../../domain/conversation/interruption.ts";
import { asEndReason, type EndReason } from "../../domain/conversation/turn-session.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** Ends a conversation, once; the first end reason is kept. */
export const endConversation = async (
  tx: OrganizationTransaction,
  { runId }: Pick<ConversationRun, "runId">,
  { reason, expectedRevision }: { reason: EndReason; expectedRevision?: number | undefined },
): Promise<EndResult> => {
  const conversation = await lockConversation(tx, runId);
  if (conversation.state === "ended") return { kind: "ended", reason: asEndReason(conversation.end_reason) };
  if (expectedRevision !== undefined && expectedRevision !== conversation.revision) {
    return { kind: "stale", revision: conversation.revision };
  }
  await breakOffActive(tx, conversation);
  await tx
    .updateTable("conversations")
    .set({
      state: "ended",
      end_reason: reason,
      ended_at: sql<Date>`now()`,
      revision: sql<number>`revision + 1`,
    })
    .where("run_id", "=", runId)
    .execute();
  return { kind: "ended", reason };
};

/** Ends a conversation in which nobody heard the agent; this reason says more than that the person hung up. */
export const endWithoutWords = async (tx: OrganizationTransaction, { id }: Pick<CallRun, "id">): Promise<void> => {
  await tx
    .updateTable("conversations")
    .set({
      state: "ended",
      end_reason: NO_CONVERSATION,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
      active_turn: null,
      active_token: null,
    })
    .where("run_id", "=", id)
    .execute();
};

/** Tells whether the conversation can get no more words; its run may be settled some seconds later. */
export const hasConversationEnded = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const row = await tx.selectFrom("conversations").select("state").where("run_id", "=", runId).executeTakeFirst();
  return row?.state === "ended";
};

/** Cuts what was said since the person spoke to what they heard of it, and ends the active turn. */
export const cutReply = async (
  tx: OrganizationTransaction,
  { runId }: ConversationRun,
  heard: string,
): Promise<void> => {
  const conversation = await lockConversation(tx, runId);
  await breakOffActive(tx, conversation);
  const sentences = await tx
    .selectFrom("conversation_entries")
    .select(["id", "text"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .where("speaker", "=", "agent")
    .where("id", ">", ({ selectFrom, fn }) =>
      selectFrom("conversation_entries")
        .select(fn.coalesce(fn.max("id"), sql<number>`0`).as("last"))
        .where("run_id", "=", runId)
        .where("speaker", "=", "person"),
    )
    .orderBy("id")
    .execute();
  const cuts = cutToHeard(
    sentences.map(({ text }) => text),
    heard,
  );
  for (const [at, { id }] of sentences.entries()) {
    const cut = cuts[at] ?? null;
    if (cut !== null) await tx.updateTable("conversation_entries").set({ heard: cut }).where("id", "=", id).execute();
  }
};

const lockConversation = (tx: OrganizationTransaction, runId: number) =>
  tx.selectFrom("conversations").selectAll().where("run_id", "=", runId).forUpdate().executeTakeFirstOrThrow();

const breakOffActive = async (
  tx: OrganizationTransaction,
  { run_id, active_turn }: { run_id: number; active_turn: number | null },
): Promise<void> => {
  if (active_turn === null) return;
  await tx
    .updateTable("conversation_turns")
    .set({ state: "interrupted", ended_at: sql<Date>`now()` })
    .where("run_id", "=", run_id)
    .where("number", "=", active_turn)
    .execute();
  await tx
    .updateTable("conversations")
    .set({ active_turn: null, active_token: null, cursor: active_turn, revision: sql<number>`revision + 1` })
    .where("run_id", "=", run_id)
    .execute();
};
