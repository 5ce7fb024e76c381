import { findOwnModel } from "../../domain/agent/agent-models.ts";
import { readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { listToolUuids } from "../../domain/agent/list-tool-uuids.ts";
import { type AppTool, listHireNeeds } from "../../domain/template/hire-needs.ts";
import type { HireNeed } from "../../domain/template/hire-progress.rules.ts";
import type { ShelfTemplate, ShelfText } from "../../domain/template/template.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findModelConfiguration, readSetAt } from "../../infra/postgres/model/model-configuration.repository.ts";
import { deriveHiredParts } from "./hired-ids.ts";

interface HireOfTemplate {
  hireUuid: string;
  /** Null: the agent is not there yet. */
  agentId: number | null;
  template: ShelfTemplate;
  text: ShelfText;
  defaultEmbeddings: ModelChoice | null;
}

/** Reads what a hired agent lacks at present; a tool that is not added yet has no credential. */
export const readHireNeeds = async (
  tx: OrganizationTransaction,
  { hireUuid, agentId, template, text, defaultEmbeddings }: HireOfTemplate,
): Promise<HireNeed[]> => {
  const { toolUuids } = deriveHiredParts(hireUuid, template);
  // The tools of an organization's own pack are there already, and its agent names them.
  const named = "packed" in text ? listToolUuids(text.packed.definition) : [];
  const rows = await readTools(tx, [...Object.values(toolUuids), ...named]);
  const served = rows.filter(({ definition, status }) => status === "archived" || hasCredential(definition));
  const uuids = new Set(served.map(({ tool_uuid }) => tool_uuid));
  return listHireNeeds(
    { template, text },
    {
      hasEmbeddings: defaultEmbeddings !== null || (await readSetAt(tx, "embeddings")) !== null,
      hasLanguageModel: await hasLanguageModel(tx, agentId),
      served: Object.entries(toolUuids).flatMap(([key, uuid]) => (uuids.has(uuid) ? [key] : [])),
      appTools: await readAppTools(tx, rows),
    },
  );
};

type ToolRow = Awaited<ReturnType<typeof readTools>>[number];

const readTools = async (tx: OrganizationTransaction, uuids: readonly string[]) =>
  uuids.length === 0
    ? []
    : tx
        .selectFrom("tools")
        .select(["tool_uuid", "name", "definition", "status"])
        .where("tool_uuid", "in", uuids)
        .execute();

const hasCredential = (definition: ToolDefinition): boolean =>
  "config" in definition && "credential_uuid" in definition.config && definition.config.credential_uuid !== null;

/** Reads whether the accounts that tools work with are signed in. */
const readAppTools = async (tx: OrganizationTransaction, rows: readonly ToolRow[]): Promise<AppTool[]> => {
  const tools = rows.flatMap(({ name, definition, status }) => {
    const account = status === "archived" ? null : accountOf(definition);
    return account ? [{ name, ...account }] : [];
  });
  if (tools.length === 0) return [];
  const accounts = await tx
    .selectFrom("connector_accounts")
    .select("id")
    .where("status", "=", "connected")
    .where(
      "id",
      "in",
      tools.map(({ account_id: id }) => id),
    )
    .execute();
  const connected = new Set(accounts.map(({ id }) => id));
  return tools.map(({ name, app, account_id: id }) => ({ name, app, isSignedIn: connected.has(id) }));
};

/** Returns the account that a tool needs, and the app's slug or the MCP server's host; null: it works with none. */
const accountOf = (definition: ToolDefinition): { app: string; account_id: number } | null => {
  if (definition.type === "connector") return { app: definition.config.slug, account_id: definition.config.account_id };
  if (definition.type !== "mcp" || definition.config.account_id === null) return null;
  return { app: new URL(definition.config.url).host, account_id: definition.config.account_id };
};

/** The built-in script is no model: it is what talks where none is set. */
const hasLanguageModel = async (tx: OrganizationTransaction, agentId: number | null): Promise<boolean> => {
  const configured = await findModelConfiguration(tx, "llm");
  if (configured && configured.provider !== "local") return true;
  if (agentId === null) return false;
  const version = await tx
    .selectFrom("agents")
    .innerJoin("agent_versions", "agent_versions.id", "agents.published_version_id")
    .select("agent_versions.configurations")
    .where("agents.id", "=", agentId)
    .executeTakeFirst();
  const own = version && findOwnModel(readAgentSettings(version.configurations), "llm");
  return own !== undefined && own !== null && own.provider !== "local";
};
