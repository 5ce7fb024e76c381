import type { EntrySpeaker } from "../../../domain/conversation/entries.ts";
import type { OrganizationTransaction } from "../database.ts";

/** An entry of a conversation. */
export interface SpokenWords {
  speaker: EntrySpeaker;
  text: string;
  /** The part that the other side heard: shorter than `text` where the person interrupted. */
  heard: string;
  at: Date;
  turn: number;
  nodeId: string | null;
}

/** Reads the entries of a run's conversation in order, without those that a rewind has discarded. */
export const readWords = async (tx: OrganizationTransaction, runId: number): Promise<SpokenWords[]> => {
  const rows = await tx
    .selectFrom("conversation_entries")
    .select(["speaker", "text", "heard", "at", "turn", "node_id"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ speaker, text, heard, at, turn, node_id }) => ({
    speaker,
    text,
    heard: heard ?? text,
    at,
    turn,
    nodeId: node_id,
  }));
};
