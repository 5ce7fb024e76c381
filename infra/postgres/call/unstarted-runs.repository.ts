import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import { type Run, takeRun } from "./call-run.repository.ts";

export interface UnstartedRun {
  organization_id: number;
  uuid: string;
}

/** Calls of all organizations, outside campaigns, that have been queued for more than `olderThanSeconds`; oldest first. */
export const listQueuedCalls = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, limit }: { olderThanSeconds: number; limit: number },
): Promise<UnstartedRun[]> => {
  const { rows } = await sql<UnstartedRun>`
    select * from platform_queued_calls(make_interval(secs => ${olderThanSeconds})) limit ${limit}`.execute(
    withoutOrganization,
  );
  return rows;
};

/**
 * Cancels a call that was queued and that no workflow may dial any more: admission finds it over. One that is past the
 * queue stays as it is. Gives the row as it is then.
 */
export const cancelQueuedCall = async (
  tx: OrganizationTransaction,
  runUuid: string,
  reason: string,
): Promise<Run | undefined> => {
  const run = await takeRun(tx, runUuid);
  if (run?.state !== "queued") return run;
  const canceled = await tx
    .updateTable("call_runs")
    .set({
      state: "canceled",
      outcome: "canceled",
      ended_at: sql<Date>`now()`,
      end_reason: "not_started",
      error: reason,
    })
    .where("id", "=", run.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "call_ended",
    actor: "system",
    summary: `${run.name}: canceled before it was dialled`,
    payload: { outcome: "canceled", reason },
    agentId: run.agent_id,
    runId: run.id,
  });
  return canceled;
};
