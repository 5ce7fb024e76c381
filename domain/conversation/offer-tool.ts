import { readSpeech, type Speech } from "../agent/agent-speech.ts";
import { makeUniqueName, toFunctionName } from "../agent/function-name.ts";
import type { DefinitionOf } from "../tool/tool-definition.ts";
import type { Step } from "./agent-graph.ts";
import type { AgentTool } from "./conversation.ports.ts";
import { describeParameters, describeWait, type FunctionAction, type OfferedFunction } from "./offered-function.ts";
import { ANSWER_WITHIN_PARAMETER, FOLLOW_UP_PARAMETER } from "./people-specifications.ts";

export const offerTool = (tool: AgentTool, step: Step, taken: Set<string>): OfferedFunction[] => {
  const offer = (
    action: FunctionAction,
    parameters: Record<string, unknown>,
    description = tool.name,
  ): OfferedFunction =>
    offerConfirmed(tool, step, {
      title: tool.name,
      action,
      definition: {
        name: makeUniqueName(toFunctionName(tool.name, "tool"), taken),
        description: tool.description || description,
        parameters,
      },
    });
  const { definition } = tool;
  switch (definition.type) {
    case "end_call":
      return [offer({ kind: "end_call", tool, config: definition.config }, endCallSchema(definition.config))];
    case "transfer_call":
      return [offer({ kind: "transfer", tool, config: definition.config }, transferSchema(definition.config))];
    case "http_api": {
      const { customMessage: text, customMessageType: kind, customMessageRecordingId, parameters } = definition.config;
      const message = readSpeech({ kind, text, recordingId: customMessageRecordingId });
      return [offer({ kind: "request", tool, name: tool.name, message }, describeParameters(parameters))];
    }
    case "calculator":
      return [offer({ kind: "request", tool, name: tool.name, message: NOTHING }, CALCULATOR)];
    case "mcp":
      return offerMcp(tool, definition.config, { step, taken });
    case "connector": {
      if (!tool.action) return [];
      const { parameters, description } = tool.action;
      return [offer({ kind: "request", tool, name: tool.name, message: NOTHING }, parameters, description)];
    }
  }
};

const NOTHING: Speech = { text: "", recordingId: null };

/** The model's sentence for the person who confirms; it is not an argument of the tool. */
export const PROPOSAL_SUMMARY = "proposal_summary";
/** What becomes of an answer after the call, and until when it is of use; no arguments of the tool either. */
export const PROPOSAL_FOLLOW_UP = "proposal_follow_up";
export const PROPOSAL_ANSWER_WITHIN = "proposal_answer_within";

/** Adds the model's description of a proposal to a tool that somebody has to confirm. */
const offerConfirmed = (tool: AgentTool, { waitSeconds }: Step, offered: OfferedFunction): OfferedFunction => {
  const { action, definition } = offered;
  if (!tool.requiresConfirmation || action.kind !== "request") return offered;
  const description = "What you propose and why, in one sentence, for the colleague who confirms it";
  const { properties } = definition.parameters;
  const own = typeof properties === "object" && properties !== null ? properties : {};
  return {
    ...offered,
    action: { kind: "propose", tool, name: action.name, waitSeconds },
    definition: {
      ...definition,
      description: `${definition.description} This is proposed to your colleagues, and done only when one confirms it. ${describeWait(waitSeconds)}`,
      parameters: {
        ...definition.parameters,
        properties: {
          ...own,
          [PROPOSAL_SUMMARY]: { type: "string", description },
          [PROPOSAL_FOLLOW_UP]: FOLLOW_UP_PARAMETER,
          [PROPOSAL_ANSWER_WITHIN]: ANSWER_WITHIN_PARAMETER,
        },
      },
    },
  };
};

const CALCULATOR = describeParameters([
  { name: "expression", type: "string", description: "Arithmetic, such as (3 + 4) * 2", required: true },
]);

const offerMcp = (
  tool: AgentTool,
  config: DefinitionOf<"mcp">["config"],
  { step, taken }: { step: Step; taken: Set<string> },
): OfferedFunction[] => {
  const allowed = step.mcpFilters[tool.uuid] ?? (config.tools_filter.length > 0 ? config.tools_filter : null);
  return config.discovered_tools
    .filter(({ name }) => allowed === null || allowed.includes(name))
    .map(({ name, description, input_schema }) =>
      offerConfirmed(tool, step, {
        title: name,
        action: { kind: "request", tool, name, message: NOTHING },
        definition: {
          name: makeUniqueName(toFunctionName(name, "tool"), taken),
          description: description ?? name,
          parameters: input_schema ?? describeParameters([]),
        },
      }),
    );
};

const endCallSchema = ({ endCallReason, endCallReasonDescription }: DefinitionOf<"end_call">["config"]) =>
  describeParameters(
    endCallReason
      ? [
          {
            name: "reason",
            type: "string",
            description: endCallReasonDescription ?? "Why the call ends",
            required: true,
          },
        ]
      : [],
  );

/** What the person hears who is to take the caller; no argument of the resolver. */
export const BRIEFING = "briefing";

const transferSchema = ({
  mode,
  briefing_language: language,
  parameters,
  resolver,
}: DefinitionOf<"transfer_call">["config"]) =>
  describeParameters([
    ...parameters,
    ...(resolver?.parameters ?? []),
    ...(mode === "warm"
      ? [
          {
            name: BRIEFING,
            type: "string" as const,
            description: `For the colleague who is called, in one to three sentences${language ? ` in the language ${language}` : ""}: who is calling and what it is about. It is read out to them`,
            required: true,
          },
        ]
      : []),
  ]);
