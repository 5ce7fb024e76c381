import type { z } from "zod";
import { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTool } from "./tools.presenter.ts";
import type { listToolsQuery } from "./tools.schemas.ts";

export const listTools = async (context: OperationContext, { query }: { query: z.output<typeof listToolsQuery> }) => {
  const { status, category } = query;
  const where = { ...(status?.length && { status: { $in: status } }), ...(category && { category }) };
  const rows = await context.withEntities((em) => em.find(Tool, where, { orderBy: { name: "asc", id: "asc" } }));
  return rows.map(presentTool);
};
