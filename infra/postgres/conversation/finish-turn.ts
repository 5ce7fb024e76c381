import { sql } from "kysely";
import {
  type ConversationPosition,
  SupersededError,
  type TurnClaim,
  type TurnResult,
} from "../../../domain/conversation/conversation.ports.ts";
import type { OrganizationTransaction } from "../database.ts";
import { sendTogether } from "../send-together.ts";

/** Ends a turn: stores the position of the conversation and the answer for a repetition. */
export const finishTurn = async (tx: OrganizationTransaction, claim: TurnClaim, result: TurnResult): Promise<void> => {
  const { next } = result.outcome;
  await sendTogether(tx, (tx) => [
    leaveTurn(tx, claim, {
      ...positionColumns(result.position),
      cursor: claim.number,
      ...(next.kind === "end" && { state: "ended" as const, end_reason: next.reason, ended_at: sql<Date>`now()` }),
      ...(result.error !== null && { error: result.error }),
    }),
    tx
      .updateTable("conversation_turns")
      .set({
        state: result.state,
        outcome: result.outcome,
        checkpoint: { nodeId: result.position.nodeId, gathered: result.position.gathered },
        first_sentence_ms: result.firstSentenceMs,
        model_ms: result.modelMs,
        ended_at: sql<Date>`now()`,
      })
      .where("run_id", "=", claim.runId)
      .where("number", "=", claim.number)
      .execute(),
  ]);
};

/** Does nothing when another turn has already broken this one off. */
export const breakOffTurn = async (
  tx: OrganizationTransaction,
  claim: TurnClaim,
  position: ConversationPosition,
): Promise<void> => {
  await leaveTurn(tx, claim, { ...positionColumns(position), cursor: claim.number });
  await tx
    .updateTable("conversation_turns")
    .set({
      state: "interrupted",
      checkpoint: { nodeId: position.nodeId, gathered: position.gathered },
      ended_at: sql<Date>`now()`,
    })
    .where("run_id", "=", claim.runId)
    .where("number", "=", claim.number)
    .execute();
};

const positionColumns = (position: ConversationPosition) => ({
  node_id: position.nodeId,
  gathered: position.gathered,
  silences: position.silences,
  faults: position.faults,
  opted_out: position.optedOut,
});

const leaveTurn = async (
  tx: OrganizationTransaction,
  claim: TurnClaim,
  values: Record<string, unknown>,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable("conversations")
    .set({
      ...values,
      active_turn: null,
      active_token: null,
      revision: sql<number>`revision + 1`,
      last_activity_at: sql<Date>`now()`,
    })
    .where("run_id", "=", claim.runId)
    .where("active_token", "=", claim.token)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new SupersededError("the turn is another's by now");
};
