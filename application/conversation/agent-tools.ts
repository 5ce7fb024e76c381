import { findAction } from "../../domain/connector/connector.ts";
import { describeOfferedAction, type OfferedAction } from "../../domain/connector/offered-action.ts";
import type { AgentTool } from "../../domain/conversation/conversation.ports.ts";
import type { ConnectorRegistry } from "../../infra/connector/connector-registry.ts";

/**
 * Adds to each tool the action of its connected app; null for other tools, and where the app no longer has the action.
 */
export const withActions = (tools: readonly Omit<AgentTool, "action">[], connectors: ConnectorRegistry): AgentTool[] =>
  tools.map((tool) => ({ ...tool, action: actionOf(tool, connectors) }));

const actionOf = ({ definition }: Omit<AgentTool, "action">, connectors: ConnectorRegistry): OfferedAction | null => {
  if (definition.type !== "connector") return null;
  const { slug, action: name, preset_arguments } = definition.config;
  const action = findAction(connectors.find(slug), name);
  return action ? describeOfferedAction(action, Object.keys(preset_arguments)) : null;
};
