import { hasRole } from "../../../domain/access/member-role.rules.ts";
import {
  ASSISTANT_FUNCTIONS,
  type AssistantFunctionName,
  isAssistantFunction,
} from "../../../domain/assistant/assistant-functions.ts";
import { describeTeamFigures } from "./describe-team-figures.ts";
import { explainNotDialled } from "./explain-not-dialled.ts";
import { findCalls } from "./find-calls.ts";
import { findCampaigns } from "./find-campaigns.ts";
import type { Found, LookUpFunction } from "./look-up.ts";
import { lookUpAgents, readAgent } from "./look-up-agents.ts";
import { lookUpContact } from "./look-up-contact.ts";
import { lookUpDocuments } from "./look-up-documents.ts";
import { lookUpTimeline } from "./look-up-timeline.ts";
import { lookUpTools } from "./look-up-tools.ts";
import { type ProposalContext, proposeAction, proposeEdit } from "./propose.ts";

const LOOK_UPS: Record<Exclude<AssistantFunctionName, "propose_edit" | "propose_action">, LookUpFunction> = {
  find_calls: findCalls,
  find_campaigns: findCampaigns,
  find_contact: lookUpContact,
  list_agents: lookUpAgents,
  list_tools: lookUpTools,
  read_agent: readAgent,
  read_timeline: lookUpTimeline,
  search_documents: lookUpDocuments,
  team_figures: describeTeamFigures,
  why_not_dialled: explainNotDialled,
};

/** Carries out a function call of the assistant's model within the role of the person who asked. */
export const carryOutFunction = async (
  proposing: ProposalContext,
  { name, arguments: text }: { name: string; arguments: string },
): Promise<Found | { error: string }> => {
  if (!isAssistantFunction(name)) return { error: "There is no such function." };
  const given = readArguments(text);
  if (!given) return { error: "The arguments are no JSON object. Call it again." };
  const { permission, title } = ASSISTANT_FUNCTIONS[name];
  if (!hasRole(proposing.asker.role, permission)) {
    return { say: `${title}: this needs the role ${permission}, and yours is ${proposing.asker.role}.` };
  }
  if (name === "propose_edit") return proposeEdit(proposing, given);
  if (name === "propose_action") return proposeAction(proposing, given);
  return LOOK_UPS[name](proposing, given);
};

const readArguments = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
};
