import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requireConfirmable } from "./confirmable-tool.ts";
import { recordToolChange } from "./record-tool-change.ts";
import { requireSoundTool } from "./require-sound-tool.ts";
import { presentTool } from "./tools.presenter.ts";
import type { createToolBody } from "./tools.schemas.ts";

export const createTool = (context: OperationContext, { body }: OperationInput<{ body: typeof createToolBody }>) =>
  context.withEntities(async (em, tx) => {
    const { definition, category = definition.type, description, compensation, ...rest } = body;
    await requireQuota(tx, "tools");
    requireConfirmable(context, { ...body, definition });
    const tool = await em.create(Tool, {
      ...rest,
      organization_id: context.actor.organizationId,
      environment: context.actor.environment,
      tool_uuid: context.ids.uuid(),
      description: description ?? null,
      category,
      compensation: compensation ?? null,
      definition: withoutDiscovered(
        await requireSoundTool(
          context,
          { em, tx },
          {
            category,
            definition,
            environment: context.actor.environment,
          },
        ),
      ),
      created_by: context.actor.userId,
    });
    recordToolChange(context, tx, { tool, change: "was created" });
    const answer = presentTool(tool);
    context.keepAnswer(tx, answer);
    return answer;
  });

/** Drops the discovered tools of a request: only the MCP server itself reports them. */
const withoutDiscovered = (definition: ToolDefinition): ToolDefinition =>
  definition.type === "mcp" ? { ...definition, config: { ...definition.config, discovered_tools: [] } } : definition;
