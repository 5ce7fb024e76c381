import { sql } from "kysely";
import { ANSWERS_KEPT_HOURS } from "../../../domain/idempotency/idempotency-key.ts";
import type { OrganizationTransaction } from "../database.ts";
import { removeOriginalEntries } from "../privacy/kept-originals.repository.ts";

/** Reads what the places of words in an index are named by. */
export const listRunsOfWords = (tx: OrganizationTransaction, runIds: readonly number[]) =>
  tx
    .selectFrom("call_runs")
    .select(["id", "organization_id", "agent_id", "created_at"])
    .where("id", "in", runIds)
    .execute();

/** Deletes the words of these runs, with the arguments and results of their tools; the conclusions stay in the run. */
export const removeWords = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await tx.deleteFrom("conversation_entries").where("run_id", "in", runIds).execute();
  await tx.deleteFrom("conversation_turns").where("run_id", "in", runIds).execute();
  await removeOriginalEntries(tx, runIds);
  await tx.deleteFrom("tool_calls").where("run_id", "in", runIds).execute();
  await tx.updateTable("call_transfers").set({ briefing: "" }).where("run_id", "in", runIds).execute();
  await tx
    .updateTable("conversations")
    .set({
      state: "ended",
      ended_at: sql<Date>`coalesce(ended_at, now())`,
      words_removed_at: sql<Date>`now()`,
      gathered: {},
      active_turn: null,
      active_token: null,
    })
    .where("run_id", "in", runIds)
    .execute();
  await tx
    .updateTable("call_runs")
    .set({ evidence: {}, answer_evidence: sql`answer_evidence - 'words'` })
    .where("id", "in", runIds)
    .execute();
  // Stored answers of text sessions hold words too. They are otherwise deleted with the next request that has a key,
  // which may never come.
  await tx
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${ANSWERS_KEPT_HOURS})`)
    .execute();
};
