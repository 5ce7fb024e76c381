import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import { writeDispositions } from "../../../domain/agent/disposition-codes.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent, AgentVersion } from "./agent.entity.ts";
import { findAgentByUuid } from "./agent.repository.ts";

export interface NewAgent {
  organizationId: number;
  workflowUuid: string;
  name: string;
  channelId: number | null;
  templateId?: string | null;
  createdBy: number | null;
  /** Absent: production. */
  environment?: Agent["environment"];
  definition: AgentDefinition;
  configurations: object;
  templateContextVariables: object;
  /** The dispositions to choose from; without them the agent concludes none of its own. */
  dispositionCodes?: readonly string[];
}

/** The content of a version; absent parts are copied from the version before. */
export interface VersionContent {
  definition?: AgentDefinition | undefined;
  configurations?: object | undefined;
  template_context_variables?: object | undefined;
}

/** Returns the agent, locked until the transaction ends: every change of its versions starts here. */
export const lockAgent = (tx: OrganizationTransaction, agentId: number): Promise<Agent | undefined> =>
  tx.selectFrom("agents").selectAll().where("id", "=", agentId).forUpdate().executeTakeFirst();

/** Creates an agent whose first version is published; when the `workflowUuid` exists, returns that agent. */
export const insertAgent = async (
  tx: OrganizationTransaction,
  values: NewAgent,
): Promise<{ agent: Agent; isNew: boolean }> => {
  const inserted = await tx
    .insertInto("agents")
    .values({
      organization_id: values.organizationId,
      workflow_uuid: values.workflowUuid,
      name: values.name,
      folder_id: values.channelId,
      template_id: values.templateId ?? null,
      created_by: values.createdBy,
      environment: values.environment ?? "production",
      ...(values.dispositionCodes?.length && {
        call_disposition_codes: writeDispositions(values.dispositionCodes),
      }),
    })
    .onConflict((conflict) => conflict.column("workflow_uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { agent: await publishFirst(tx, inserted, values), isNew: true };
  const existing = await findAgentByUuid(tx, values.workflowUuid);
  if (!existing) throw new Error(`Agent ${values.workflowUuid} belongs to another organization`);
  return { agent: existing, isNew: false };
};

const publishFirst = async (tx: OrganizationTransaction, agent: Agent, values: NewAgent): Promise<Agent> => {
  const { id } = await tx
    .insertInto("agent_versions")
    .values({
      organization_id: agent.organization_id,
      agent_id: agent.id,
      version_number: 1,
      status: "published",
      definition: values.definition,
      configurations: values.configurations,
      template_context_variables: values.templateContextVariables,
      published_at: agent.created_at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return tx
    .updateTable("agents")
    .set({ published_version_id: id })
    .where("id", "=", agent.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Changes the draft of a locked agent; creates one from the published version when there is none. */
export const writeDraft = async (
  tx: OrganizationTransaction,
  agent: Agent,
  content: VersionContent,
): Promise<AgentVersion> => {
  if (agent.draft_version_id !== null) return updateVersion(tx, agent.draft_version_id, content);
  const draft = await startDraft(tx, agent);
  await tx.updateTable("agents").set({ draft_version_id: draft.id }).where("id", "=", agent.id).execute();
  return updateVersion(tx, draft.id, content);
};

const updateVersion = (
  tx: OrganizationTransaction,
  versionId: number,
  content: VersionContent,
): Promise<AgentVersion> => {
  const changes = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
  return tx
    .updateTable("agent_versions")
    .set({ status: "draft", ...changes })
    .where("id", "=", versionId)
    .returningAll()
    .executeTakeFirstOrThrow();
};

const startDraft = (tx: OrganizationTransaction, agent: Agent): Promise<{ id: number }> =>
  tx
    .insertInto("agent_versions")
    .columns([
      "organization_id",
      "agent_id",
      "version_number",
      "status",
      "definition",
      "configurations",
      "template_context_variables",
    ])
    .expression((versions) =>
      versions
        .selectFrom("agent_versions as published")
        .select((published) => [
          "published.organization_id",
          "published.agent_id",
          published
            .selectFrom("agent_versions as latest")
            .select((latest) => latest(latest.fn.max("latest.version_number"), "+", 1).as("next"))
            .whereRef("latest.agent_id", "=", "published.agent_id")
            .as("version_number"),
          published.val("draft").as("status"),
          "published.definition",
          "published.configurations",
          "published.template_context_variables",
        ])
        .where("published.id", "=", agent.published_version_id),
    )
    .returning("id")
    .executeTakeFirstOrThrow();

/** Publishes the draft of a locked agent; the version before becomes history. */
export const publishDraft = async (tx: OrganizationTransaction, agent: Agent, at: Date): Promise<void> => {
  await tx
    .updateTable("agent_versions")
    .set({ status: "archived" })
    .where("id", "=", agent.published_version_id)
    .execute();
  await tx
    .updateTable("agent_versions")
    .set({ status: "published", published_at: at })
    .where("id", "=", agent.draft_version_id)
    .execute();
  await tx
    .updateTable("agents")
    .set({ published_version_id: agent.draft_version_id, draft_version_id: null, updated_at: at })
    .where("id", "=", agent.id)
    .execute();
};
