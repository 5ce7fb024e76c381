import {
  listOpenTextSessions,
  type OpenTextSession,
} from "../../../infra/postgres/conversation/open-text-sessions.repository.ts";
import { textSessionContract } from "../../../workflows/text-session/text-session.contract.ts";
import { isOpen } from "../../../infra/temporal/is-open.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { sessionWorkflowId, startSessionWorkflow } from "./session-workflow.ts";

const LOST_AFTER_SECONDS = 60;
const PAGE_SIZE = 1000;

/**
 * Starts a workflow for each session in text that is not over and has none: Temporal was away when it began, or somebody
 * ended the workflow by hand. Any number of processes may look at once. Gives how many.
 */
export const restartLostTextSessions = async (
  dependencies: ApiDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { database } = dependencies;
  let restarted = 0;
  let open: Set<string> | null = null;
  for (let afterId = 0; ; ) {
    const page = await listOpenTextSessions(database, { olderThanSeconds, afterId, limit: PAGE_SIZE });
    if (page.length === 0) return restarted;
    open ??= await openWorkflows(dependencies);
    for (const session of page) {
      const workflowId = sessionWorkflowId({ organizationId: session.organization_id, runUuid: session.uuid });
      // The list of open workflows may be behind: only the workflow itself can say that it is closed.
      if (open.has(workflowId) || (await isOpen(dependencies.temporal, workflowId))) continue;
      if (await restart(dependencies, session)) restarted += 1;
    }
    afterId = page.at(-1)?.id ?? 0;
  }
};

const openWorkflows = async ({ temporal }: ApiDependencies): Promise<Set<string>> => {
  const query = `WorkflowType = '${textSessionContract.type}' AND ExecutionStatus = 'Running'`;
  const ids = new Set<string>();
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: PAGE_SIZE })) ids.add(workflowId);
  return ids;
};

const restart = async (dependencies: ApiDependencies, session: OpenTextSession): Promise<boolean> => {
  const configurations = await dependencies.database.inOrganization(session.organization_id, (tx) =>
    tx
      .selectFrom("call_runs")
      .innerJoin("agent_versions", "agent_versions.id", "call_runs.agent_version_id")
      .select("agent_versions.configurations")
      .where("call_runs.id", "=", session.id)
      .executeTakeFirst(),
  );
  return startSessionWorkflow(dependencies, session, {
    configurations: configurations?.configurations ?? {},
    again: true,
  });
};
