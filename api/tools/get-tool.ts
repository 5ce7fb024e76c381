import type { z } from "zod";
import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { toolNotFound } from "./tools.errors.ts";
import { presentTool } from "./tools.presenter.ts";
import type { toolParams } from "./tools.schemas.ts";

export const getTool = async (context: OperationContext, { params }: { params: z.output<typeof toolParams> }) => {
  const tool = await context.inOrganization((tx) => findTool(tx, params.tool_uuid));
  if (!tool) throw toolNotFound();
  return presentTool(tool);
};
