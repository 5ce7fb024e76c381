import { TEXT_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { beginSessionRun, queueRun } from "../../../infra/postgres/call/run-transitions.ts";
import { findSessionRun, readSession } from "../../../infra/postgres/conversation/session.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireAgentToRun } from "../../require-agent.ts";
import { keyOfAnotherSession, sessionNotFound } from "./text-sessions.errors.ts";
import { presentSession } from "./text-sessions.presenter.ts";

export interface SessionAddress {
  workflow_id: number;
  run_id: number;
}

interface NewSession {
  name: string | undefined;
  initialContext: Record<string, unknown> | undefined;
  annotations: Record<string, unknown> | undefined;
}

/** Queues the run of a new session, with the agent's draft where it has one; a repeated request finds the same run. */
export const insertSessionRun = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { agentId, session }: { agentId: number; session: NewSession },
): Promise<CallRun> => {
  const { version } = await requireAgentToRun(tx, agentId, "draft_or_published");
  const uuid = context.requestUuid();
  const run = await queueRun(tx, {
    uuid,
    organization_id: context.actor.organizationId,
    agent_id: agentId,
    agent_version_id: version.versionId,
    name: session.name ?? `WR-${uuid.slice(0, 8)}`,
    mode: TEXT_MODE,
    environment: context.actor.environment,
    initial_context: session.initialContext ?? {},
    annotations: session.annotations ?? {},
    created_by: context.actor.userId,
  });
  if (run.agent_id !== agentId || run.mode !== TEXT_MODE) throw keyOfAnotherSession();
  return run;
};

/** Activates a queued run and starts its workflow, which follows it until it is over. */
export const activateRun = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<boolean> => {
  if (!(await beginSessionRun(tx, run))) return false;
  recordTimelineAtCommit(tx, {
    organizationId: run.organization_id,
    kind: "call_started",
    actor: formatActor(context.actor),
    summary: `${run.name}: a session in text began`,
    payload: { mode: run.mode, environment: run.environment },
    agentId: run.agent_id,
    runId: run.id,
  });
  return true;
};

export const requireSessionRun = async (tx: OrganizationTransaction, address: SessionAddress): Promise<CallRun> => {
  const run = await findSessionRun(tx, { runId: address.run_id, agentId: address.workflow_id });
  if (!run) throw sessionNotFound();
  return run;
};

/** Presents the session as it is now. */
export const readSessionAnswer = (context: OperationContext, address: SessionAddress) =>
  context.inOrganization(async (tx) => {
    const run = await requireSessionRun(tx, address);
    return presentSession(run, await readSession(tx, run.id));
  });
