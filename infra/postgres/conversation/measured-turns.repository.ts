import type { MeasuredTurn, SoundOfTurn } from "../../../domain/conversation/conversation.ports.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ConversationTurn } from "./conversation-turn.entity.ts";

const COLUMNS = [
  "number",
  "started_at",
  "heard_ms",
  "end_of_turn_ms",
  "recognized_ms",
  "first_token_ms",
  "first_words_ms",
  "sound_ms",
  "response_ms",
  "spoken_ms",
] as const;

const MOST_TURNS = 2_000;

/** Stores what was measured of a turn where it was heard and spoken; null: there is no such turn. */
export const noteSound = async (
  tx: OrganizationTransaction,
  runId: number,
  { key, heardMs, endOfTurnMs, recognizedMs, soundMs, responseMs, spokenMs }: SoundOfTurn,
): Promise<MeasuredTurn | null> => {
  const row = await tx
    .updateTable("conversation_turns")
    .set({
      heard_ms: heardMs,
      end_of_turn_ms: endOfTurnMs,
      recognized_ms: recognizedMs,
      sound_ms: soundMs,
      response_ms: responseMs,
      spoken_ms: spokenMs,
    })
    .where("run_id", "=", runId)
    .where("key", "=", key)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ? measuredTurn(row) : null;
};

/** Reads the turns of a conversation, in order, without discarded ones. */
export const readMeasuredTurns = async (tx: OrganizationTransaction, runId: number): Promise<MeasuredTurn[]> => {
  const rows = await tx
    .selectFrom("conversation_turns")
    .select(COLUMNS)
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("number")
    .limit(MOST_TURNS)
    .execute();
  return rows.map(measuredTurn);
};

const measuredTurn = (row: Pick<ConversationTurn, (typeof COLUMNS)[number]>): MeasuredTurn => ({
  number: row.number,
  startedAt: row.started_at,
  heardMs: row.heard_ms,
  endOfTurnMs: row.end_of_turn_ms,
  recognizedMs: row.recognized_ms,
  firstTokenMs: row.first_token_ms,
  firstWordsMs: row.first_words_ms,
  soundMs: row.sound_ms,
  responseMs: row.response_ms,
  spokenMs: row.spoken_ms,
});
