import { sql } from "kysely";
import { endConversation } from "../../application/conversation/end-conversation.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { decideWebCallStep, type WebCallEnd } from "../../domain/call/web-call.rules.ts";
import { closeRoom } from "../../infra/livekit/rooms.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { cancelWebCall } from "../../infra/postgres/web-call/cancel-web-call.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import type { SessionCheck } from "../../workflows/session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

const OVER: SessionCheck = { isOver: true, secondsLeft: 0 };

/**
 * Ends a web call that nobody has joined, that its page has left, or whose media process is lost; times are counted by the
 * database's clock. Nobody else would close the room, in which the person hears nothing any more.
 */
export const checkWebCall = async (
  deps: WorkerDependencies,
  call: SessionAddress & { end: boolean },
): Promise<SessionCheck> => {
  const { check, closes } = await lookAndEnd(deps, call);
  if (closes) await closeRoomOf(deps, call);
  return check;
};

const lookAndEnd = (
  { database }: WorkerDependencies,
  { organizationId, runUuid, end }: SessionAddress & { end: boolean },
): Promise<{ check: SessionCheck; closes: boolean }> =>
  database.inOrganization(organizationId, async (tx) => {
    const run = await lockRun(tx, runUuid);
    if (!run || isCallOver(run)) return { check: OVER, closes: false };
    const conversation = await readConversation(tx, run.id);
    if (conversation?.state === "ended") return { check: OVER, closes: false };
    const hasJoined = run.state === "in_progress";
    const look = decideWebCallStep({ ...(await readTimes(tx, run)), end, hasJoined, carriesAudio: run.carries_audio });
    if (look.end === null) return { check: { isOver: false, secondsLeft: look.secondsLeft }, closes: false };
    await endWebCall(tx, { run, end: look.end, hasConversation: conversation !== undefined });
    return { check: OVER, closes: run.carries_audio };
  });

const closeRoomOf = async ({ livekit, logger }: WorkerDependencies, { runUuid }: SessionAddress): Promise<void> => {
  if (livekit === null) return;
  await closeRoom(livekit, { uuid: runUuid }).catch((err: unknown) =>
    logger.warn({ err, run_uuid: runUuid }, "the room of a call that has ended was not closed"),
  );
};

const readConversation = (tx: OrganizationTransaction, runId: number) =>
  tx.selectFrom("conversations").select("state").where("run_id", "=", runId).forUpdate().executeTakeFirst();

const readTimes = async (tx: OrganizationTransaction, run: CallRun) => {
  const { waited, lasted, away, configurations } = await tx
    .selectFrom("call_runs as r")
    .innerJoin("agent_versions as v", "v.id", "r.agent_version_id")
    .leftJoin("conversations as c", "c.run_id", "r.id")
    .select("v.configurations")
    .select(sql<number>`extract(epoch from clock_timestamp() - r.created_at)`.as("waited"))
    .select(sql<number>`coalesce(extract(epoch from clock_timestamp() - r.started_at), 0)`.as("lasted"))
    .select(
      sql<number>`coalesce(extract(epoch from clock_timestamp() - coalesce(c.last_activity_at, r.started_at)), 0)`.as(
        "away",
      ),
    )
    .where("r.id", "=", run.id)
    .executeTakeFirstOrThrow();
  return {
    waitedSeconds: Number(waited),
    lastedSeconds: Number(lasted),
    awaySeconds: Number(away),
    longestSeconds: readAgentSettings(configurations).max_call_duration,
  };
};

const endWebCall = async (
  tx: OrganizationTransaction,
  { run, end, hasConversation }: { run: CallRun; end: WebCallEnd; hasConversation: boolean },
): Promise<void> => {
  if (hasConversation) {
    await endConversation(tx, { runId: run.id }, { reason: end.reason });
    return;
  }
  await cancelWebCall(tx, run, end);
};
