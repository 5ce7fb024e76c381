/** One tool call; what is asked for and what came of it are in its row. */
export interface ToolCallInput {
  organizationId: number;
  /** The UUID of the row in `tool_calls`. */
  toolCallId: string;
}

export interface ToolCallResult {
  /** `unknown`: the request may have arrived, and nobody can say what it did. It is not sent again. */
  state: "done" | "failed" | "unknown";
}

/** On `TOOL_QUEUE`. Whatever workflow cares for a conversation runs its tools. */
export interface ToolActivities {
  /** Carries a tool call out, once: another run for the same row finds the result that the first one wrote. */
  runTool(input: ToolCallInput): Promise<ToolCallResult>;
}
