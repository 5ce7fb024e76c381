import { cleanDefinition } from "../agent/check-definition.ts";
import type { AgentDefinition } from "../agent/agent-definition.ts";
import { type AgentSettings, DEFAULT_SETTINGS } from "../agent/agent-settings.ts";
import type { AgentVoice } from "../agent/agent-voice.ts";
import { type ToolDefinition, toolDefinition } from "../tool/tool-definition.ts";
import { fillAllKnown } from "./fill-template.ts";
import { definitionOf } from "./outline-definition.ts";
import type { Template, TemplateText } from "./template.ts";

/** What whoever hires has said. */
export interface HireAnswers {
  agentName: string;
  variables: Readonly<Record<string, string>>;
  greeting: string | null;
  voice: AgentVoice | null;
}

/** The agent as it is made. No model is named: it goes with the organization's, whatever they become. */
export const hiredAgent = (
  text: TemplateText,
  { agentName, variables, greeting, voice }: HireAnswers,
  toolUuids: Readonly<Record<string, string>>,
): { definition: AgentDefinition; configurations: AgentSettings; variables: Record<string, string> } => {
  const { outline, language, disclosure } = text;
  const start = { ...outline.start, ...(greeting !== null && { greeting }) };
  return {
    // No template has a trigger whose path would have to be made.
    definition: cleanDefinition(definitionOf({ ...outline, start }, toolUuids), () => ""),
    configurations: { ...DEFAULT_SETTINGS, language, disclosure, voice },
    variables: { ...variables, agent_name: agentName },
  };
};

/** A tool of the template with the answers in its addresses. Throws when an answer makes no definition of it. */
export const hiredTool = (
  { definition }: Template["tools"][number],
  variables: Readonly<Record<string, string>>,
): ToolDefinition => toolDefinition.parse(fillAllKnown(definition, variables));

/** The addresses that a tool asks. */
export const addressesOf = (definition: ToolDefinition): string[] => {
  if (definition.type === "http_api" || definition.type === "mcp") return [definition.config.url];
  if (definition.type === "transfer_call" && definition.config.resolver) return [definition.config.resolver.url];
  return [];
};
