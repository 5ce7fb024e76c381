import { runsOfAgent } from "../call/run-counts.repository.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent } from "./agent.entity.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The version that a run uses, whatever is published later. */
export interface VersionToRun {
  versionId: number;
  definition: Record<string, unknown>;
  configurations: Record<string, unknown>;
  templateVariables: Record<string, unknown>;
}

/** Finds the agent in the transaction's organization, archived or not. */
export const findAgent = (tx: OrganizationTransaction, agentId: number): Promise<Agent | undefined> =>
  tx.selectFrom("agents").selectAll().where("id", "=", agentId).executeTakeFirst();

/** Finds an agent by its stable public id; text that is not a UUID finds none. */
export const findAgentByUuid = async (tx: OrganizationTransaction, workflowUuid: string): Promise<Agent | undefined> =>
  UUID.test(workflowUuid)
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

/**
 * Returns the version for a new run of the agent. Test calls, initiated calls and web or text runs take
 * `draft_or_published`; public calls, campaigns and inbound calls `published`.
 */
export const readVersionToRun = async (
  tx: OrganizationTransaction,
  agentId: number,
  which: "draft_or_published" | "published",
): Promise<VersionToRun | undefined> => {
  const row = await tx
    .selectFrom("agents")
    .innerJoin("agent_versions", (join) =>
      join.on("agent_versions.id", "=", (version) =>
        which === "published"
          ? version.ref("agents.published_version_id")
          : version.fn.coalesce("agents.draft_version_id", "agents.published_version_id"),
      ),
    )
    .select(["agent_versions.id", "agent_versions.definition", "agent_versions.configurations"])
    .select("agent_versions.template_context_variables")
    .where("agents.id", "=", agentId)
    .executeTakeFirst();
  return (
    row && {
      versionId: row.id,
      definition: row.definition,
      configurations: row.configurations,
      templateVariables: row.template_context_variables,
    }
  );
};

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
