import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { lockTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireQuota } from "../require-quota.ts";
import { recordToolChange } from "./record-tool-change.ts";
import { toolNotFound } from "./tools.errors.ts";
import { presentTool } from "./tools.presenter.ts";
import type { toolParams } from "./tools.schemas.ts";

type Input = OperationInput<{ params: typeof toolParams }>;

/** Archives a tool: agents that name it can no longer use it. */
export const archiveTool = async (context: OperationContext, input: Input) => {
  const { tool_uuid } = await setStatus(context, input, "archived");
  return { status: "archived" as const, tool_uuid };
};

export const unarchiveTool = async (context: OperationContext, input: Input) =>
  presentTool(await setStatus(context, input, "active"));

/** Sets the status. Repeating it changes nothing and notifies nobody. */
const setStatus = (context: OperationContext, { params }: Input, status: "active" | "archived"): Promise<Tool> =>
  context.withEntities(async (em, tx) => {
    const tool = await lockTool(em, params.tool_uuid);
    if (!tool) throw toolNotFound();
    requireOwnEnvironment(context.actor, tool, "tool");
    if (tool.status === status) return tool;
    if (status === "active") await requireQuota(tx, "tools");
    await em.change(tool, { status, updated_at: context.clock.now() });
    recordToolChange(context, tx, { tool, change: status === "archived" ? "was archived" : "is active again" });
    return tool;
  });
