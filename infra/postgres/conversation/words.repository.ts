import type { OrganizationTransaction } from "../database.ts";

/** One thing said, or done, in a conversation. */
export interface SpokenWords {
  speaker: "agent" | "person" | "tool" | "step";
  text: string;
  /** What of it reached the other side: less than `text` where the person broke in. */
  heard: string;
  at: Date;
  turn: number;
  nodeId: string | null;
}

/** Everything of a run's conversation in its order, without what a rewind has discarded. */
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
