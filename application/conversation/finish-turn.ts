import { sql, type Updateable } from "kysely";
import {
  type ConversationPosition,
  SupersededError,
  type TurnClaim,
  type TurnResult,
} from "../../domain/conversation/conversation.ports.ts";
import type { WordTimes } from "../../domain/conversation/turn-stages.ts";
import { listHiddenVariables } from "../../domain/privacy/kept-original.ts";
import { noteAnswer, notePersonCame } from "../../infra/postgres/call/answer-columns.ts";
import { type ModelOutage, recordFailedTurn } from "../../infra/postgres/conversation/failed-turns.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { keepOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { sendWithCommit } from "../../infra/postgres/send-together.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { hideInAnswer, hideInGathered, hideInOutcome } from "./hide-in-rows.ts";

interface Finishing {
  claim: TurnClaim;
  /** Seals what is kept of what is left out. */
  secrets: SecretBox;
}

/**
 * Ends a turn, and the transaction: stores the position of the conversation and the answer for a repetition. Returns the outage of the
 * models of which the organization's owners are to be told now.
 */
export const finishTurn = async (
  tx: OrganizationTransaction,
  { claim, secrets }: Finishing,
  { outcome: whole, position, error, state, firstSentenceMs, modelMs, words, answer, personCame }: TurnResult,
): Promise<ModelOutage | null> => {
  const outcome = hideInOutcome(claim, whole);
  if (answer !== null) await noteAnswer(tx, { id: claim.runId }, hideInAnswer(claim, answer));
  if (personCame) await notePersonCame(tx, { id: claim.runId });
  const outage = error === null ? null : await recordFailedTurn(tx, claim, error);
  await leaveTurn(
    tx,
    { claim, secrets },
    {
      position,
      conversation: {
        ...(outcome.next.kind === "end" && {
          state: "ended" as const,
          end_reason: outcome.next.reason,
          ended_at: sql<Date>`now()`,
        }),
        ...(error !== null && { error }),
      },
      turn: {
        state,
        outcome,
        first_sentence_ms: firstSentenceMs,
        model_ms: modelMs,
        ...wordColumns(words),
        ...(error !== null && { error }),
      },
    },
  );
  return outage;
};

/** Does nothing when another turn has already broken this one off. Ends the transaction. */
export const breakOffTurn = (
  tx: OrganizationTransaction,
  finishing: Finishing,
  { position, words }: { position: ConversationPosition; words: WordTimes },
): Promise<void> =>
  leaveTurn(tx, finishing, { position, conversation: {}, turn: { state: "interrupted", ...wordColumns(words) } });

const wordColumns = ({ firstTokenMs, firstWordsMs }: WordTimes) => ({
  first_token_ms: firstTokenMs,
  first_words_ms: firstWordsMs,
});

/** Only who still has the turn writes it: both rows in one statement, the conversation first. */
const leaveTurn = async (
  tx: OrganizationTransaction,
  { claim, secrets }: Finishing,
  {
    position,
    conversation,
    turn,
  }: { position: ConversationPosition; conversation: object; turn: Updateable<Tables["conversation_turns"]> },
): Promise<void> => {
  const gathered = hideInGathered(claim.redaction, position.gathered);
  await keepOriginals(tx, { run: claim, secrets }, listHiddenVariables(claim.redaction, position.gathered));
  const leave = (tx: OrganizationTransaction) =>
    tx
      .with("held", (conversations) =>
        conversations
          .updateTable("conversations")
          .set({
            ...positionColumns({ ...position, gathered }),
            ...conversation,
            cursor: claim.number,
            active_turn: null,
            active_token: null,
            revision: sql<number>`revision + 1`,
            last_activity_at: sql<Date>`now()`,
          })
          .where("run_id", "=", claim.runId)
          .where("active_token", "=", claim.token)
          .returning("run_id"),
      )
      .updateTable("conversation_turns")
      .from("held")
      .set({
        ...turn,
        checkpoint: { nodeId: position.nodeId, gathered },
        ended_at: sql<Date>`now()`,
      })
      .whereRef("conversation_turns.run_id", "=", "held.run_id")
      .where("conversation_turns.number", "=", claim.number)
      .executeTakeFirstOrThrow();
  const [{ numUpdatedRows }] = await sendWithCommit(tx, (tx) => [leave(tx)]);
  if (numUpdatedRows === 0n) throw new SupersededError("the turn is another's by now");
};

const positionColumns = (position: ConversationPosition) => ({
  node_id: position.nodeId,
  handed_to: position.handedTo,
  gathered: position.gathered,
  silences: position.silences,
  faults: position.faults,
  opted_out: position.optedOut,
  answered_by: position.answerer,
});
