import { sql } from "kysely";
import { listAfterConversationSteps, readAfterConversationNodes } from "../../domain/agent/after-conversation-nodes.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { TEXT_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import { endRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { recordCall } from "../../infra/telemetry/call-trace.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import type { SettledSession } from "../../workflows/session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** These ends are faults of the platform, caused by neither the person nor the agent. */
const FAULTS: ReadonlySet<string> = new Set(["model_failed", "voice_lost"]);

/** Stores the end of a session in its run and on the timeline, once. */
export const settleSession = (
  { database, metrics, logger, tracing, clock }: WorkerDependencies,
  { organizationId, runUuid }: SessionAddress,
): Promise<SettledSession> =>
  database.inOrganization(organizationId, async (tx) => {
    const run = await lockRun(tx, runUuid);
    if (!run) return { state: "canceled" };
    const after = await stepsAfter(tx, run);
    if (isCallOver(run)) return { state: run.state, ...after };
    const conversation = await tx
      .selectFrom("conversations")
      .select(["end_reason", "error", "ended_at"])
      .where("run_id", "=", run.id)
      .executeTakeFirst();
    const endReason = conversation?.end_reason ?? "ended_by_request";
    const failed = FAULTS.has(endReason);
    const state = failed ? "failed" : "completed";
    const outcome = failed ? "failed" : "answered";
    const { disposition } = await endRun(tx, run, {
      state,
      outcome,
      disposition: sql<string>`coalesce(disposition, ${endReason}::text)`,
      end_reason: endReason,
      error: conversation?.error ?? null,
      ended_at: conversation?.ended_at ?? sql<Date>`now()`,
      duration_seconds: sql<number>`greatest(0, round(extract(epoch from
          coalesce(${conversation?.ended_at ?? null}::timestamptz, now()) - coalesce(started_at, created_at))))::integer`,
    });
    await recordTimeline(tx, {
      organizationId,
      kind: "call_ended",
      actor: `agent:${run.agent_id}`,
      summary: `${run.name}: the ${run.mode === TEXT_MODE ? "session in text" : "conversation in the browser"} ended, ${endReason.replaceAll("_", " ")}`,
      payload: { outcome, disposition, end_reason: endReason, mode: run.mode },
      agentId: run.agent_id,
      runId: run.id,
    });
    metrics.callsEnded.inc({ outcome });
    const endedAt = conversation?.ended_at ?? clock.now();
    recordCall(tracing, run, { outcome, endReason, endedAt, isFailed: failed });
    logger.info({ run_uuid: runUuid, outcome, end_reason: endReason }, "a session has ended");
    return { state, ...after };
  });

/** Leaves the field out where there are no steps. */
const stepsAfter = async (tx: OrganizationTransaction, run: CallRun): Promise<Pick<SettledSession, "after">> => {
  const { definition } = await tx
    .selectFrom("agent_versions")
    .select("definition")
    .where("id", "=", run.agent_version_id)
    .executeTakeFirstOrThrow();
  const after = listAfterConversationSteps(readAfterConversationNodes(definition));
  return after.length > 0 ? { after } : {};
};
