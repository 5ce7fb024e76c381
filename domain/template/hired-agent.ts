import { cleanDefinition, withoutTriggerPaths } from "../agent/check-definition.ts";
import type { AgentDefinition } from "../agent/agent-definition.ts";
import { type AgentSettings, DEFAULT_SETTINGS } from "../agent/agent-settings.ts";
import type { AgentVoice } from "../agent/agent-voice.ts";
import { type ToolDefinition, toolDefinition } from "../tool/tool-definition.ts";
import { fillAllKnown } from "./fill-template.ts";
import { definitionOf } from "./outline-definition.ts";
import type { ShelfTemplate, ShelfText } from "./template.ts";

/** What whoever hires has said. */
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

/**
 * The agent as it is made. No model of the platform's is named: it goes with the organization's, whatever they become; an
 * agent of an own pack keeps what its author chose.
 */
export const hiredAgent = (
  text: ShelfText,
  { agentName, variables, greeting, voice }: HireAnswers,
  { toolUuids, triggerPath }: HiredParts,
): HiredAgent => {
  const { definition, configurations } = plainAgent(text, toolUuids);
  const greeted = greeting === null ? definition : withGreeting(definition, greeting);
  return {
    definition: cleanDefinition(withoutTriggerPaths(greeted), () => triggerPath),
    configurations: { ...configurations, voice },
    variables: { ...variables, agent_name: agentName },
  };
};

/** As the shelf has it, before anybody says how it is to be called or greet. */
const plainAgent = (text: ShelfText, toolUuids: HiredParts["toolUuids"]) => {
  if ("packed" in text) return text.packed;
  const { language, disclosure } = text;
  return {
    definition: definitionOf(text.outline, toolUuids),
    configurations: { ...DEFAULT_SETTINGS, language, disclosure },
  };
};

const withGreeting = ({ nodes, edges }: AgentDefinition, greeting: string): AgentDefinition => ({
  nodes: nodes.map((node) =>
    node.type === "startCall" ? { ...node, data: { ...node.data, greeting_type: "text", greeting } } : node,
  ),
  edges,
});

/** What people see of it before it is hired; its tools stand there by their keys. */
export const shownDefinition = (text: ShelfText, { tools }: Pick<ShelfTemplate, "tools">): AgentDefinition =>
  plainAgent(text, Object.fromEntries(tools.map(({ key }) => [key, key]))).definition;

/** A tool of the template with the answers in its addresses. Throws when an answer makes no definition of it. */
export const hiredTool = (
  { definition }: ShelfTemplate["tools"][number],
  variables: Readonly<Record<string, string>>,
): ToolDefinition => toolDefinition.parse(fillAllKnown(definition, variables));

/** The addresses that a tool asks. */
export const addressesOf = (definition: ToolDefinition): string[] => {
  if (definition.type === "http_api" || definition.type === "mcp") return [definition.config.url];
  if (definition.type === "transfer_call" && definition.config.resolver) return [definition.config.resolver.url];
  return [];
};
