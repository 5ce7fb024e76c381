import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { lockTool } from "../../infra/postgres/tool/tool.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireQuota } from "../require-quota.ts";
import { requireConfirmable } from "./confirmable-tool.ts";
import { recordToolChange } from "./record-tool-change.ts";
import { requireSoundTool } from "./require-sound-tool.ts";
import { toolNotFound } from "./tools.errors.ts";
import { presentTool } from "./tools.presenter.ts";
import type { toolParams, updateToolBody } from "./tools.schemas.ts";

/** Changes a tool; absent fields stay, a definition is replaced as a whole. */
export const updateTool = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof toolParams; body: typeof updateToolBody }>,
) =>
  context.withEntities(async (em, tx) => {
    const tool = await lockTool(em, params.tool_uuid);
    if (!tool) throw toolNotFound();
    requireOwnEnvironment(context.actor, tool, "tool");
    const { category, environment } = tool;
    const definition =
      body.definition &&
      (await requireSoundTool(
        context,
        { em, tx },
        {
          category,
          definition: body.definition,
          environment,
        },
      ));
    requireConfirmable(context, {
      definition: definition ?? tool.definition,
      requires_confirmation: body.requires_confirmation ?? tool.requires_confirmation,
      compensation: body.compensation === undefined ? tool.compensation : body.compensation,
    });
    const bytesBefore = countBytes(tool);
    await em.change(tool, {
      ...body,
      definition: definition ? withDiscovered(definition, tool) : tool.definition,
      updated_at: context.clock.now(),
    });
    if (countBytes(tool) > bytesBefore) await requireQuota(tx, "tools", 0);
    recordToolChange(context, tx, { tool, change: "was changed" });
    return presentTool(tool);
  });

const countBytes = ({ description, definition, compensation }: Tool): number =>
  JSON.stringify([description, definition, compensation]).length;

/** Discovered tools are kept while the MCP server is the same, whatever the client sends back. */
const withDiscovered = (definition: ToolDefinition, { definition: before }: Tool): ToolDefinition => {
  if (definition.type !== "mcp") return definition;
  const isSame = before.type === "mcp" && before.config.url === definition.config.url;
  const discovered_tools = isSame ? before.config.discovered_tools : [];
  return { ...definition, config: { ...definition.config, discovered_tools } };
};
