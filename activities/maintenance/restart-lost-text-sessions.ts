import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import {
  listOpenTextSessions,
  type OpenTextSession,
} from "../../infra/postgres/conversation/open-text-sessions.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { listOpenWorkflows } from "../../infra/temporal/list-open-workflows.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { textSessionContract, textSessionStartOptions } from "../../workflows/text-session/text-session.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal">;

const LOST_AFTER_SECONDS = 60;
const PAGE_SIZE = 1000;

/**
 * Starts a workflow for each session in text that is not over and has none: Temporal was away when it began, or somebody
 * ended the workflow by hand. Gives how many.
 */
export const restartLostTextSessions = async (
  dependencies: LookDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { temporal } = dependencies;
  let restarted = 0;
  let open: Set<string> | null = null;
  for await (const session of openSessions(dependencies, olderThanSeconds)) {
    const workflowId = workflowIdOf(session);
    open ??= await listOpenWorkflows(temporal, textSessionContract.type);
    if (open.has(workflowId) || (await isOpen(temporal, workflowId))) continue;
    if (await restart(dependencies, session)) restarted += 1;
  }
  return restarted;
};

async function* openSessions(
  { database }: LookDependencies,
  olderThanSeconds: number,
): AsyncGenerator<OpenTextSession> {
  for (let afterId = 0; ; ) {
    const page = await listOpenTextSessions(database, { olderThanSeconds, afterId, limit: PAGE_SIZE });
    yield* page;
    if (page.length === 0) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}

const workflowIdOf = ({ organization_id, uuid }: OpenTextSession): string =>
  textSessionContract.workflowId({ organizationId: organization_id, runUuid: uuid });

/** False when somebody else was faster. */
const restart = async ({ database, temporal }: LookDependencies, session: OpenTextSession): Promise<boolean> => {
  const version = await database.inOrganization(session.organization_id, (tx) =>
    tx
      .selectFrom("call_runs")
      .innerJoin("agent_versions", "agent_versions.id", "call_runs.agent_version_id")
      .select("agent_versions.configurations")
      .where("call_runs.id", "=", session.id)
      .executeTakeFirst(),
  );
  const settings = readAgentSettings(version?.configurations ?? {});
  const inactivitySeconds = settings.text_chat_inactivity_timeout_seconds;
  const options = textSessionStartOptions(session, { inactivitySeconds, again: true });
  return startOnce(temporal, textSessionContract.type, options);
};
