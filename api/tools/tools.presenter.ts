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
  definition: { ...row.definition },
  requires_confirmation: row.requires_confirmation,
  compensation: row.compensation && { ...row.compensation },
  created_at: row.created_at,
  updated_at: row.updated_at,
  created_by: row.created_by === null ? null : { id: row.created_by, provider_id: String(row.created_by) },
});
