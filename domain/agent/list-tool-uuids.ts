import type { AgentDefinition } from "./agent-definition.ts";

/** Returns the tools that the steps of a definition name. */
export const listToolUuids = ({ nodes }: Pick<AgentDefinition, "nodes">): string[] => [
  ...new Set(
    nodes.flatMap(({ data }) => {
      const uuids: unknown = data["tool_uuids"];
      return Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === "string") : [];
    }),
  ),
];
