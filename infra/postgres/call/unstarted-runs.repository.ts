import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import { recordOutcome } from "../timeline/call-outcome.repository.ts";
import { recordTimeline } from "../timeline/timeline.repository.ts";
import type { CallRun } from "./call-run.entity.ts";
import { lockRun } from "./call-run.repository.ts";
import { cancelRun } from "./run-transitions.ts";

export interface UnstartedRun {
  organization_id: number;
  uuid: string;
}

/**
 * Lists calls of all organizations, outside campaigns, that have been queued for more than `olderThanSeconds`; oldest
 * first.
 */
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
 * Cancels a queued call, so that no workflow dials it any more: admission finds it over. A call that is no longer
 * queued is left unchanged. Returns the row.
 */
export const cancelQueuedCall = async (
  tx: OrganizationTransaction,
  runUuid: string,
  reason: string,
): Promise<CallRun | undefined> => {
  const run = await lockRun(tx, runUuid);
  return run?.state === "queued" ? cancel(tx, run, { endReason: "not_started", reason }) : run;
};

/** Cancels a queued call whose time limit for dialling has passed, also one whose workflow waits for a worker. */
export const cancelOverdueCall = async (
  tx: OrganizationTransaction,
  runUuid: string,
  reason: string,
): Promise<boolean> => {
  const run = await lockRun(tx, runUuid);
  const { now } = await tx.selectNoFrom(sql<Date>`clock_timestamp()`.as("now")).executeTakeFirstOrThrow();
  if (run?.state !== "queued" || run.dial_by === null || run.dial_by > now) return false;
  await cancel(tx, run, { endReason: "not_in_time", reason });
  return true;
};

const cancel = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { endReason, reason }: { endReason: string; reason: string },
): Promise<CallRun> => {
  const canceled = await cancelRun(tx, run, { endReason, reason });
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "call_ended",
    actor: "system",
    summary: `${run.name}: canceled before it was dialled`,
    payload: { outcome: "canceled", reason },
    agentId: run.agent_id,
    runId: run.id,
  });
  await recordOutcome(tx, canceled, { outcome: "canceled", disposition: null, variables: {} });
  return canceled;
};
