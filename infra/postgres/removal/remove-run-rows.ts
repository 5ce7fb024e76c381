import { type RawBuilder, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import { addRemovedSums, keepAttempts, noteRemovedRuns, noteTokens } from "./removed-sums.ts";

/** Removes these runs, which are locked, with all that hangs on them. What has to be known of them later is kept in the same transaction. */
export const removeRunRows = async (
  tx: OrganizationTransaction,
  runIds: readonly number[],
): Promise<Record<string, number>> => {
  if (runIds.length === 0) return {};
  await addRemovedSums(tx, runIds);
  await keepAttempts(tx, runIds);
  await noteRemovedRuns(tx, runIds);
  await noteTokens(tx, runIds);
  await forgetCallers(tx, runIds);
  const removed: Record<string, number> = {};
  for (const { table, where } of hangingRows(runIds)) removed[table] = await removeWhere(tx, table, where);
  return removed;
};

/** A missed call that was returned by a removed call waits for nothing any more. */
const forgetCallers = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await sql`
    update missed_calls set caller_number = null
    where run_id = any(${[...runIds]}::bigint[]) or called_back_run_id = any(${[...runIds]}::bigint[])`.execute(tx);
};

interface Rows {
  table: string;
  where: RawBuilder<unknown>;
}

/** In the order of what hangs on what. Nothing here is found by looking through a table. */
const hangingRows = (runIds: readonly number[]): Rows[] => {
  const ids = sql`any(${[...runIds]}::bigint[])`;
  const ofRun = (table: string): Rows => ({ table, where: sql`run_id = ${ids}` });
  return [
    {
      table: "webhook_deliveries",
      where: sql`id in (
        select d.id from timeline_events e join webhook_deliveries d on d.timeline_event_id = e.id where e.run_id = ${ids}
        union all
        select d.id from requests q join webhook_deliveries d on d.request_id = q.id where q.run_id = ${ids})`,
    },
    ofRun("thread_replies"),
    ofRun("thread_sessions"),
    ofRun("requests"),
    ofRun("timeline_events"),
    ofRun("conversation_entries"),
    ofRun("conversation_turns"),
    ofRun("conversations"),
    ofRun("carrier_events"),
    ofRun("tool_calls"),
    ofRun("model_requests"),
    ofRun("after_call_steps"),
    ofRun("call_transfers"),
    ofRun("supervisions"),
    ofRun("call_artifacts"),
    ofRun("kept_originals"),
    { table: "call_runs", where: sql`id = ${ids}` },
  ];
};

const removeWhere = async (tx: OrganizationTransaction, table: string, where: RawBuilder<unknown>): Promise<number> => {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
