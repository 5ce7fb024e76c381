import type { Speech } from "../agent/agent-speech.ts";
import type { PeopleFunction } from "../agent/people-functions.ts";
import type { ChatFunction } from "../model/chat-model.ts";
import type { DefinitionOf, ToolParameter } from "../tool/tool-definition.ts";
import type { Edge } from "./agent-graph.ts";
import type { AgentTool } from "./conversation.ports.ts";

/** The effect of a function that the model calls. */
export type FunctionAction =
  | { kind: "edge"; edge: Edge }
  | { kind: "end_call"; tool: AgentTool; config: DefinitionOf<"end_call">["config"] }
  | { kind: "transfer"; tool: AgentTool; config: DefinitionOf<"transfer_call">["config"] }
  /** The run's workflow carries it out. `name` is the tool's own name for it. */
  | { kind: "request"; tool: AgentTool; name: string; message: Speech }
  /** As `request`, for a tool that somebody has to confirm first. */
  | { kind: "propose"; tool: AgentTool; name: string; waitSeconds: number }
  /** This process carries it out: it only reads. */
  | { kind: "search"; documentUuids: readonly string[] }
  /** Opens a request to people. */
  | { kind: "people"; ask: PeopleFunction; waitSeconds: number }
  | { kind: "keys" }
  | { kind: "opt_out" };

/** Describes a function's parameters as the JSON schema that models read. */
export const describeParameters = (parameters: readonly ToolParameter[]): Record<string, unknown> => ({
  type: "object",
  properties: Object.fromEntries(parameters.map(({ name, type, description }) => [name, { type, description }])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
});

/** A function that a step offers to the model. */
export interface OfferedFunction {
  definition: ChatFunction;
  action: FunctionAction;
  /** In its author's words. */
  title: string;
}

export const describeWait = (waitSeconds: number): string =>
  `On the telephone the answer is waited for up to ${waitSeconds} seconds while you go on talking.`;
