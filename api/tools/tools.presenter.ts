import { hideSecretHeaders } from "../../domain/tool/secret-header.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";

export const presentTool = (row: Tool) => ({
  id: row.id,
  tool_uuid: row.tool_uuid,
  name: row.name,
  description: row.description,
  category: row.category,
  icon: row.icon,
  icon_color: row.icon_color,
  status: row.status,
  environment: row.environment,
  definition: { ...withoutSecrets(row.definition) },
  requires_confirmation: row.requires_confirmation,
  compensation: row.compensation && { ...row.compensation },
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by === null ? null : { id: row.created_by, provider_id: String(row.created_by) },
});

const withoutSecrets = (definition: ToolDefinition): ToolDefinition => {
  if (definition.type === "http_api") {
    const { config } = definition;
    return { ...definition, config: { ...config, headers: hideSecretHeaders(config.headers) } };
  }
  if (definition.type !== "transfer_call" || !definition.config.resolver) return definition;
  const { resolver } = definition.config;
  const shown = { ...resolver, headers: hideSecretHeaders(resolver.headers) };
  return { ...definition, config: { ...definition.config, resolver: shown } };
};
