import { findTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { toolNotFound } from "./tools.errors.ts";
import { presentTool } from "./tools.presenter.ts";
import type { toolParams } from "./tools.schemas.ts";

export const getTool = async (context: OperationContext, { params }: OperationInput<{ params: typeof toolParams }>) => {
  const tool = await context.withEntities((em) => findTool(em, params.tool_uuid));
  if (!tool) throw toolNotFound();
  return presentTool(tool);
};
