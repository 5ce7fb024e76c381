import type { AgentDefinition } from "../agent/agent-definition.ts";
import { type AgentSettings, DEFAULT_SETTINGS } from "../agent/agent-settings.ts";
import type { AgentVoice } from "../agent/agent-voice.ts";
import { cleanDefinition, withoutTriggerPaths } from "../agent/check-definition.ts";
import { type ToolDefinition, toolDefinition } from "../tool/tool-definition.ts";
import { fillAllKnownVariables } from "./fill-known-variables.ts";
import { buildDefinition } from "./outline-definition.ts";
import type { ShelfTemplate, ShelfText } from "./template.ts";

/** The answers of the person who hires an agent. */
export interface HireAnswers {
  agentName: string;
  variables: Readonly<Record<string, string>>;
  greeting: string | null;
  voice: AgentVoice | null;
}

export interface HiredParts {
  toolUuids: Readonly<Record<string, string>>;
  /** The path of the agent's trigger, if it has one; each path belongs to one agent. */
  triggerPath: string;
}

export interface HiredAgent {
  definition: AgentDefinition;
  configurations: AgentSettings;
  variables: Record<string, string>;
}

/** Builds the agent that is hired. It names no model, also from an own pack, so that it follows the organization's default. */
export const buildHiredAgent = (
  text: ShelfText,
  { agentName, variables, greeting, voice }: HireAnswers,
  { toolUuids, triggerPath }: HiredParts,
): HiredAgent => {
  const { definition, configurations } = plainAgent(text, toolUuids);
  const greeted = greeting === null ? definition : withGreeting(definition, greeting);
  return {
    definition: cleanDefinition(withoutTriggerPaths(greeted), () => triggerPath),
    configurations: { ...configurations, models: null, voice },
    variables: { ...variables, agent_name: agentName },
  };
};

/** Returns the agent of the catalogue, before a name and a greeting are chosen. */
const plainAgent = (text: ShelfText, toolUuids: HiredParts["toolUuids"]) => {
  if ("packed" in text) return text.packed;
  const { language, disclosure } = text;
  return {
    definition: buildDefinition(text.outline, toolUuids),
    configurations: { ...DEFAULT_SETTINGS, language, disclosure },
  };
};

const withGreeting = ({ nodes, edges }: AgentDefinition, greeting: string): AgentDefinition => ({
  nodes: nodes.map((node) =>
    node.type === "startCall" ? { ...node, data: { ...node.data, greeting_type: "text", greeting } } : node,
  ),
  edges,
});

/** Returns the definition that people see before hiring; its tools are named by their keys. */
export const buildShownDefinition = (text: ShelfText, { tools }: Pick<ShelfTemplate, "tools">): AgentDefinition =>
  plainAgent(text, Object.fromEntries(tools.map(({ key }) => [key, key]))).definition;

/**
 * Returns a tool of the template with the answers filled into its addresses. Throws when the result is not a valid
 * definition.
 */
export const buildHiredTool = (
  { definition }: ShelfTemplate["tools"][number],
  variables: Readonly<Record<string, string>>,
): ToolDefinition => toolDefinition.parse(fillAllKnownVariables(definition, variables));

/** Returns the addresses that a tool sends requests to. */
export const listToolAddresses = (definition: ToolDefinition): string[] => {
  if (definition.type === "http_api" || definition.type === "mcp") return [definition.config.url];
  if (definition.type === "transfer_call" && definition.config.resolver) return [definition.config.resolver.url];
  return [];
};
