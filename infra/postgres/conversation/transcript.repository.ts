import type { OrganizationTransaction } from "../database.ts";

const LONGEST_WORDS = 2_000;

/** Reads what was said and done in a conversation so far, in order, without discarded turns. */
export const readTranscript = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("conversation_entries")
    .select(["id", "at", "speaker", "text", "heard", "node_id"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .limit(LONGEST_WORDS)
    .execute();
