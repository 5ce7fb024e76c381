import { defineUpdate } from "@temporalio/workflow";
import type { ToolCallResult } from "./tool.ports.ts";

/** From the process that holds the conversation, whose row in `tool_calls` says what is asked for. Answers when that row has its result. */
export const runToolUpdate = defineUpdate<ToolCallResult, [{ toolCallId: string }]>("runTool");
