import { z } from "zod";
import { limitedJson } from "../json/limited-json.ts";
import { fillFields } from "./fill-request-fields.ts";
import type { ToolDefinition, ToolParameter } from "./tool-definition.ts";

/** A second call of the same tool that undoes the first. */
export const toolCompensation = z.strictObject({
  /** For an MCP server or a connected app: the function or action to call; the same one by default. */
  function: z.string().min(1).max(255).optional(),
  /** For an HTTP tool: the method and address; the tool's own by default. */
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  url: z.string().min(1).max(2048).optional(),
  /** By name; `{{arguments.x}}` is an argument of the call, `{{result.y}}` a field of its answer. */
  arguments: limitedJson(z.record(z.string().max(64), z.unknown())).default({}),
});
export type ToolCompensation = z.output<typeof toolCompensation>;

/** Returns why a tool cannot have this compensation; null: it can. */
export const findCompensationFault = (
  definition: ToolDefinition,
  { function: called, method, url }: ToolCompensation,
): string | null => {
  if (definition.type === "http_api")
    return called === undefined
      ? null
      : "function is of tools of the categories mcp and connector; an HTTP tool has method and url";
  if (definition.type !== "mcp" && definition.type !== "connector")
    return "Only tools of the categories http_api, mcp and connector can be taken back";
  return method === undefined && url === undefined
    ? null
    : `A tool of the category ${definition.type} has function, no method or url`;
};

/** Returns the arguments of the call that undoes another one. */
export const buildCompensationArguments = (
  { arguments: templates }: ToolCompensation,
  done: { arguments: Record<string, unknown>; result: unknown },
): Record<string, unknown> => fillFields(templates, { ...done });

/** Returns the tool for the call that undoes: with all of its arguments, and without the tool's own presets. */
export const buildCompensatingDefinition = (
  definition: ToolDefinition,
  compensation: ToolCompensation,
): ToolDefinition => {
  if (definition.type === "connector") {
    const { action } = definition.config;
    return { ...definition, config: { ...definition.config, action: compensation.function ?? action } };
  }
  if (definition.type !== "http_api") return definition;
  const { config } = definition;
  const parameters = Object.keys(compensation.arguments).map(
    (name): ToolParameter =>
      config.parameters.find((each) => each.name === name) ?? {
        name,
        type: "string",
        description: name,
        required: true,
      },
  );
  const { method = config.method, url = config.url } = compensation;
  return { ...definition, config: { ...config, method, url, parameters, preset_parameters: [], body_template: null } };
};
