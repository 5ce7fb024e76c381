import type { OrganizationTransaction } from "../database.ts";

const LONGEST_WORDS = 2_000;

/** Reads what was said and done in a conversation so far, in order, without discarded turns. */
export const readTranscript = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("conversation_entries")
    .select(["id", "at", "turn", "speaker", "text", "heard", "node_id"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .limit(LONGEST_WORDS)
    .execute();

/** Reads the turns of a conversation whose model failed, with the reason. */
export const readFailedTurns = async (tx: OrganizationTransaction, runId: number) => {
  const rows = await tx
    .selectFrom("conversation_turns")
    .select(["number", "ended_at", "error"])
    .where("run_id", "=", runId)
    .where("error", "is not", null)
    .where("discarded_at", "is", null)
    .orderBy("number")
    .limit(LONGEST_WORDS)
    .execute();
  return rows.map(({ number, ended_at, error }) => ({ turn: number, at: ended_at, error: error ?? "" }));
};
