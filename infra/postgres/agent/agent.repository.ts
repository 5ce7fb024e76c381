import { isUuid } from "../../../domain/json/uuid.rules.ts";
import { runsOfAgent } from "../call/run-counts.repository.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent } from "./agent.entity.ts";

/** Finds the agent in the transaction's organization, archived or not. */
export const findAgent = (tx: OrganizationTransaction, agentId: number): Promise<Agent | undefined> =>
  tx.selectFrom("agents").selectAll().where("id", "=", agentId).executeTakeFirst();

/** Finds an agent by its stable public id; text that is not a UUID finds none. */
export const findAgentByUuid = async (tx: OrganizationTransaction, workflowUuid: string): Promise<Agent | undefined> =>
  isUuid(workflowUuid)
    ? tx.selectFrom("agents").selectAll().where("workflow_uuid", "=", workflowUuid).executeTakeFirst()
    : undefined;

/** Finds an agent by the path of the trigger of its published version; a disabled trigger finds none. */
export const findAgentByTrigger = (tx: OrganizationTransaction, path: string): Promise<Agent | undefined> =>
  tx
    .selectFrom("agents")
    .selectAll()
    .where("id", "=", (triggers) =>
      triggers.selectFrom("agent_triggers").select("agent_id").where("path", "=", path).where("enabled", "=", true),
    )
    .executeTakeFirst();

/** Returns the agent with the version to show (the draft, or else the published one) and the number of its runs. */
export const findAgentDetails = (tx: OrganizationTransaction, agentId: number) =>
  tx
    .selectFrom("agents")
    .innerJoin("agent_versions as shown", (join) =>
      join.on("shown.id", "=", (agent) => agent.fn.coalesce("agents.draft_version_id", "agents.published_version_id")),
    )
    .leftJoin("agent_versions as published", "published.id", "agents.published_version_id")
    .leftJoin("agent_versions as draft", "draft.id", "agents.draft_version_id")
    .selectAll("agents")
    .select([
      "shown.definition",
      "shown.configurations",
      "shown.template_context_variables",
      "shown.version_number as shown_version",
      "shown.status as shown_status",
      "published.version_number as version",
      "draft.version_number as draft_version",
      runsOfAgent.as("total_runs"),
    ])
    .where("agents.id", "=", agentId)
    .executeTakeFirst();

export type AgentDetails = NonNullable<Awaited<ReturnType<typeof findAgentDetails>>>;

/** Lists agents without their definitions, newest first. */
export const listAgentRows = (
  tx: OrganizationTransaction,
  only: { status?: Agent["status"]; agentId?: number; archivedFrom?: number },
) =>
  tx
    .selectFrom("agents")
    .leftJoin("agent_versions as published", "published.id", "agents.published_version_id")
    .leftJoin("agent_versions as draft", "draft.id", "agents.draft_version_id")
    .selectAll("agents")
    .select([
      "published.version_number as version",
      "draft.version_number as draft_version",
      runsOfAgent.as("total_runs"),
    ])
    .$if(only.status !== undefined, (agents) => agents.where("agents.status", "=", only.status ?? "active"))
    .$if(only.agentId !== undefined, (agents) => agents.where("agents.id", "=", only.agentId ?? 0))
    .$if(only.agentId === undefined, (agents) => agents.where("agents.is_hidden", "=", false))
    .where(({ eb, or }) => or([eb("agents.status", "=", "active"), eb("agents.id", ">=", only.archivedFrom ?? 0)]))
    .orderBy("agents.id", "desc")
    .execute();

export type AgentRow = Awaited<ReturnType<typeof listAgentRows>>[number];
