import { z } from "zod";
import { toolCompensation } from "../../domain/tool/tool-compensation.ts";
import { toolDefinition } from "../../domain/tool/tool-definition.ts";
import { TOOL_STATES } from "../../domain/tool/tool-states.ts";
import {
  environmentAnswer,
  jsonObject,
  jsonObjectInput,
  nullableTime,
  optional,
  time,
  withDefault,
} from "../http/fields.ts";

const name = z.string().trim().min(1).max(255);
const description = z
  .string()
  .max(4000)
  .meta({ description: "The agent reads this to decide whether to use the tool" });
const category = z.enum(["http_api", "end_call", "transfer_call", "calculator", "mcp", "connector"]);
const status = z.enum(TOOL_STATES);
const icon = z.string().max(50);
const iconColor = z.string().max(7);

const requiresConfirmation = z
  .boolean()
  .meta({ description: "The tool is proposed to people, and run when one of them has confirmed it" });
const compensation = toolCompensation.meta({
  description: "Another call of the same tool that undoes its effect, within 24 hours",
});

export const toolParams = z.object({ tool_uuid: z.uuid() });

const statuses = z
  .string()
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(status));

export const listToolsQuery = z.object({
  status: optional(statuses).meta({ description: "active, archived, draft; several separated by commas" }),
  category: optional(category),
});

export const createToolBody = z.strictObject({
  name,
  description: optional(description),
  category: optional(category).meta({
    description: "By default the type of the definition, which it may not contradict",
  }),
  icon: withDefault(icon, "globe"),
  icon_color: withDefault(iconColor, "#3B82F6"),
  definition: toolDefinition,
  requires_confirmation: withDefault(requiresConfirmation, false),
  compensation: optional(compensation),
});

export const updateToolBody = z.strictObject({
  name: optional(name),
  description: optional(description),
  icon: optional(icon),
  icon_color: optional(iconColor),
  definition: optional(toolDefinition),
  status: optional(status),
  requires_confirmation: optional(requiresConfirmation),
  compensation: compensation.nullable().optional().meta({ description: "null: it can no longer be undone" }),
});

export const testToolBody = z.strictObject({
  arguments: withDefault(jsonObjectInput, {}).meta({ description: "The arguments that the model would send" }),
  context: withDefault(jsonObjectInput, {}).meta({
    description: "Variables of the call, for {{…}} and preset parameters",
  }),
  function: optional(z.string().max(255)).meta({ description: "The function, for an MCP server with several" }),
});

export const testToolAnswer = z
  .object({
    tool_uuid: z.string(),
    state: z.enum(["done", "failed", "unknown"]).meta({ description: "unknown: it was sent, and no answer came" }),
    result: z.unknown().meta({ description: "The result that the agent would get, without the credential's secrets" }),
    status_code: z.number().int().nullable(),
    duration_ms: z.number().int(),
  })
  .meta({ id: "ToolTest" });

export const toolAnswer = z
  .object({
    id: z.number().int(),
    tool_uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    category,
    icon: z.string().nullable(),
    icon_color: z.string().nullable(),
    status,
    environment: environmentAnswer,
    definition: jsonObject,
    requires_confirmation: z.boolean(),
    compensation: jsonObject.nullable(),
    created_at: time,
    updated_at: nullableTime,
    created_by: z.object({ id: z.number().int(), provider_id: z.string() }).nullable(),
  })
  .meta({ id: "Tool" });

export const toolListAnswer = z.array(toolAnswer);
export const archivedToolAnswer = z.object({ status: z.literal("archived"), tool_uuid: z.string() });

export const mcpRefreshAnswer = z
  .object({
    tool_uuid: z.string(),
    discovered_tools: z.array(jsonObject),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why the server could not be read; the list is the last one then" }),
  })
  .meta({ id: "McpRefresh" });
