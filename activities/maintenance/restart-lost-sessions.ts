import { readIdleSeconds } from "../../application/conversation/idle-seconds.ts";
import { TEXT_MODE, WEB_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import { listOpenSessions, type OpenSession } from "../../infra/postgres/conversation/open-sessions.repository.ts";
import { findThreadOfRun } from "../../infra/postgres/thread/threads.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import type { SessionAddress } from "../../workflows/session.contract.ts";
import { textSessionContract, textSessionStartOptions } from "../../workflows/text-session/text-session.contract.ts";
import { webCallContract, webCallStartOptions } from "../../workflows/web-call/web-call.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, LOST_AFTER_SECONDS, readPagesById, restartLost } from "./restart-lost.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal">;

interface SessionKind {
  mode: Parameters<typeof listOpenSessions>[1];
  contract: { type: string; workflowId(session: SessionAddress): string };
  /** Returns false when another process was faster. */
  restart(dependencies: LookDependencies, session: OpenSession): Promise<boolean>;
}

/**
 * Starts a workflow for each text session that is not over and has none: Temporal was not reachable when it began, or
 * somebody terminated the workflow. Returns how many.
 */
export const restartLostTextSessions = (dependencies: LookDependencies, options?: Options): Promise<number> =>
  restartSessions(dependencies, TEXT_SESSIONS, options);

/** Starts a workflow for each web call that is not over and has none. */
export const restartLostWebCalls = (dependencies: LookDependencies, options?: Options): Promise<number> =>
  restartSessions(dependencies, WEB_CALLS, options);

interface Options {
  olderThanSeconds?: number;
}

const restartSessions = (
  dependencies: LookDependencies,
  { mode, contract, restart }: SessionKind,
  { olderThanSeconds = LOST_AFTER_SECONDS }: Options = {},
): Promise<number> => {
  const { database, temporal } = dependencies;
  const isRunning = createOpenWorkflowCheck(temporal, contract.type);
  const sessions = readPagesById((page) => listOpenSessions(database, mode, { olderThanSeconds, ...page }));
  return restartLost(sessions, {
    hasWorkflow: ({ organization_id: organizationId, uuid: runUuid }) =>
      isRunning(contract.workflowId({ organizationId, runUuid })),
    restart: (session) => restart(dependencies, session),
  });
};

const TEXT_SESSIONS: SessionKind = {
  mode: TEXT_MODE,
  contract: textSessionContract,
  restart: async ({ database, temporal }, session) => {
    const inactivitySeconds = await database.inOrganization(session.organization_id, async (tx) =>
      readIdleSeconds(tx, { thread: (await findThreadOfRun(tx, session.id)) ?? null, run: session }),
    );
    const options = textSessionStartOptions(session, { inactivitySeconds, again: true });
    return startOnce(temporal, textSessionContract.type, options);
  },
};

const WEB_CALLS: SessionKind = {
  mode: WEB_MODE,
  contract: webCallContract,
  restart: async ({ database, temporal }, session) => {
    const { carries_audio } = await database.inOrganization(session.organization_id, (tx) =>
      tx.selectFrom("call_runs").select("carries_audio").where("id", "=", session.id).executeTakeFirstOrThrow(),
    );
    return startOnce(
      temporal,
      webCallContract.type,
      webCallStartOptions({ ...session, carries_audio }, { again: true }),
    );
  },
};
