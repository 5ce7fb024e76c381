import { defineUpdate } from "@temporalio/workflow";
import type { ToolCallResult } from "./tool.ports.ts";

/** Sent by the process that runs the conversation; the row in `tool_calls` holds the call. Returns when the row has its result. */
export const runToolUpdate = defineUpdate<ToolCallResult, [{ toolCallId: string }]>("runTool");
