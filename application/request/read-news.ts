import { sql } from "kysely";
import { describeConcludedRequest, describeLateRequest } from "../../domain/request/request-news.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { readRequestWords } from "../../infra/postgres/request/request-progress.ts";

interface Reader {
  runId: number;
  organizationId: number;
  number: number;
}

/**
 * Reads the results of a run's requests since it was last told, and writes them into its entries in the same
 * transaction.
 */
export const readNews = async (
  tx: OrganizationTransaction,
  reader: Reader,
): Promise<{ sentences: string[]; waitSeconds: number | null }> => {
  const rows = await tx
    .selectFrom("requests")
    .leftJoin("tool_calls as action", "action.uuid", "requests.tool_call_id")
    .leftJoin("tool_calls as undo", "undo.uuid", "requests.undo_call_id")
    .selectAll("requests")
    .select(["action.state as action_state", "undo.state as undo_state"])
    .select(sql<number | null>`extract(epoch from wait_until - clock_timestamp())::float8`.as("wait_seconds"))
    // Includes requests of an earlier call that this one calls back about.
    .where(({ eb, or }) =>
      or([eb("requests.run_id", "=", reader.runId), eb("requests.call_back_run_id", "=", reader.runId)]),
    )
    .where("told_at", "is", null)
    .orderBy("requests.id")
    .forUpdate("requests")
    .execute();
  const over = rows.filter(isConcluded);
  const late = rows.filter((row) => row.state === "open" && row.late_told_at === null && (row.wait_seconds ?? 1) <= 0);
  const sentences = [
    ...over.map((row) =>
      describeConcludedRequest({
        ...row,
        words: readRequestWords(row),
        action: row.action_state,
        undo: row.undo_carried_out_at && row.undo_state,
      }),
    ),
    ...late.map((row) => describeLateRequest({ id: row.id, words: readRequestWords(row) })),
  ];
  await mark(tx, "told_at", over);
  await mark(tx, "late_told_at", late);
  for (const text of sentences) await write(tx, reader, text);
  const waits = rows.flatMap(({ state, wait_seconds }) =>
    state === "open" && (wait_seconds ?? 0) > 0 ? [wait_seconds ?? 0] : [],
  );
  return { sentences, waitSeconds: waits.length === 0 ? null : Math.min(...waits) };
};

/** A confirmed action counts as concluded when it was carried out, not before. */
const isConcluded = ({ state, decision, carried_out_at, undone_at, undo_carried_out_at }: RequestRow): boolean =>
  state !== "open" &&
  (decision !== "confirmed" || carried_out_at !== null) &&
  (undone_at === null || undo_carried_out_at !== null);

const mark = async (
  tx: OrganizationTransaction,
  column: "told_at" | "late_told_at",
  rows: readonly { id: number }[],
): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .updateTable("requests")
    .set({ [column]: sql<Date>`now()` })
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
};

const write = async (
  tx: OrganizationTransaction,
  { runId, organizationId, number }: Reader,
  text: string,
): Promise<void> => {
  await tx
    .insertInto("conversation_entries")
    .values({ organization_id: organizationId, run_id: runId, turn: number, speaker: "person", text })
    .execute();
};
