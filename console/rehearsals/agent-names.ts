import type { AgentDefinition } from "../api/routes.ts";
import type { AgentNames } from "./check-fields.tsx";

type Step = AgentDefinition["nodes"][number];

/** Returns the names of steps and variables of a definition, and those of the tools that its steps may use. */
export const listAgentNames = (
  nodes: readonly Pick<Step, "data">[],
  tools: readonly { tool_uuid: string; name: string }[],
): AgentNames => {
  const data = nodes.map(({ data: each }) => each ?? {});
  const used = new Set(data.flatMap((each) => listOf(each["tool_uuids"])));
  return {
    steps: data.flatMap(({ name }) => textOf(name)),
    variables: [...new Set(data.flatMap((each) => listOf(each["extraction_variables"]).flatMap(nameOf)))],
    tools: tools.filter(({ tool_uuid: uuid }) => used.has(uuid)).map(({ name }) => name),
  };
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
const nameOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null && "name" in value ? textOf(value.name) : [];
