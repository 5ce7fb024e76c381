/** The input of one tool call; arguments and result are in its row. */
export interface ToolCallInput {
  organizationId: number;
  /** The UUID of the row in `tool_calls`. */
  toolCallId: string;
}

export interface ToolCallResult {
  /** `unknown`: the request may have arrived, and its effect is not known. It is not sent again. */
  state: "done" | "failed" | "unknown";
}

/** On `TOOL_QUEUE`. The workflow of any kind of conversation runs its tools. */
export interface ToolActivities {
  /** Carries a tool call out, once: a repetition for the same row finds the stored result. */
  runTool(input: ToolCallInput): Promise<ToolCallResult>;
}
