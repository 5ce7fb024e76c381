import { findFirstListedArchived } from "../../infra/postgres/listed-archive.repository.ts";
import { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { toolNotFound } from "./tools.errors.ts";
import { presentTool } from "./tools.presenter.ts";
import type { listToolsQuery, toolParams } from "./tools.schemas.ts";

export const getTool = async (context: OperationContext, { params }: OperationInput<{ params: typeof toolParams }>) => {
  const tool = await context.withEntities((em) => findTool(em, params.tool_uuid));
  if (!tool) throw toolNotFound();
  return presentTool(tool);
};

export const listTools = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof listToolsQuery }>,
) => {
  const { status, category } = query;
  const asked = { ...(status?.length && { status: { $in: status } }), ...(category && { category }) };
  const rows = await context.withEntities(async (em, tx) => {
    const archivedFrom = await findFirstListedArchived(tx, "tools");
    const where = { ...asked, $or: [{ status: { $ne: "archived" as const } }, { id: { $gte: archivedFrom } }] };
    return em.find(Tool, where, { orderBy: { name: "asc", id: "asc" } });
  });
  return rows.map(presentTool);
};
