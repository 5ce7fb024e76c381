import { withMcpAccess } from "../../application/connector/with-mcp-access.ts";
import { buildCredentialHeaders } from "../../domain/secret/credential-data.ts";
import { readMcpLimits } from "../../domain/tool/mcp-limits.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { describeMcpFault } from "../../infra/mcp/mcp-error.ts";
import { listMcpTools, type McpTool } from "../../infra/mcp/mcp-tools.ts";
import { findCredential, openCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { findTool, lockTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { recordToolChange } from "./record-tool-change.ts";
import { notMcp, toolNotFound } from "./tools.errors.ts";
import type { toolParams } from "./tools.schemas.ts";

type McpDefinition = DefinitionOf<"mcp">;

/** Reads the tools of an MCP server again. If it does not answer, the last list stays, and the answer says why. */
export const refreshMcp = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof toolParams }>,
) => {
  const tool = await context.withEntities((em) => findTool(em, params.tool_uuid));
  if (!tool) throw toolNotFound();
  requireOwnEnvironment(context.actor, tool, "tool");
  const { definition } = tool;
  if (definition.type !== "mcp") throw notMcp();
  const read = await readServer(context, definition);
  if ("error" in read) {
    return { tool_uuid: tool.tool_uuid, discovered_tools: definition.config.discovered_tools, error: read.error };
  }
  await keep(context, { tool, definition, tools: read.tools });
  return { tool_uuid: tool.tool_uuid, discovered_tools: read.tools.map((each) => ({ ...each })), error: null };
};

const readServer = async (
  context: OperationContext,
  { config }: McpDefinition,
): Promise<{ tools: McpTool[] } | { error: string }> => {
  const headers = await headersOf(context, config.credential_uuid);
  if (!headers) return { error: "Its credential was removed; give the tool another one" };
  const limits = readMcpLimits(config);
  const asking = { organizationId: context.actor.organizationId, config, headers };
  try {
    const tools = await withMcpAccess(context, asking, (proof) =>
      listMcpTools({ url: config.url, headers: proof, ...limits, fetch: context.guardedRequests.fetch }),
    );
    return { tools };
  } catch (error) {
    if (error instanceof ToolFault) return { error: error.message };
    return { error: describeMcpFault(error, limits.timeoutMs) };
  }
};

const headersOf = async (
  context: OperationContext,
  credentialUuid: string | null,
): Promise<Record<string, string> | null> => {
  if (credentialUuid === null) return {};
  const row = await context.withEntities((em) => findCredential(em, credentialUuid));
  return row ? buildCredentialHeaders(openCredential(row, context.secrets)) : null;
};

/** Stores the list, unless the definition has another server meanwhile. */
const keep = (
  context: OperationContext,
  { tool, definition, tools }: { tool: Tool; definition: McpDefinition; tools: McpTool[] },
) =>
  context.withEntities(async (em, tx) => {
    const now = await lockTool(em, tool.tool_uuid);
    if (now?.definition.type !== "mcp" || now.definition.config.url !== definition.config.url) return;
    await em.change(now, {
      definition: { ...now.definition, config: { ...now.definition.config, discovered_tools: tools } },
      updated_at: context.clock.now(),
    });
    recordToolChange(context, tx, { tool: now, change: `offers ${tools.length} tools of its server` });
  });
