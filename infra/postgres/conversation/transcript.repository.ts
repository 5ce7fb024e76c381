import type { OrganizationTransaction } from "../database.ts";

const LONGEST = 2_000;

/** Reads what counts of what was said and done in a conversation, in order, as far as it has come. */
export const readTranscript = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("conversation_entries")
    .select(["id", "at", "speaker", "text", "heard", "node_id"])
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .orderBy("id")
    .limit(LONGEST)
    .execute();
