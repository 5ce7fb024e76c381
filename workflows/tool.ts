import { ActivityFailure, isCancellation, proxyActivities, setHandler } from "@temporalio/workflow";
import { isUuid } from "../domain/json/uuid.rules.ts";
import { runUncancellably } from "./cancellation.ts";
import { TOOL_QUEUE } from "./task-queues.ts";
import { runToolUpdate } from "./tool.contract.ts";
import type { ToolActivities, ToolCallResult } from "./tool.ports.ts";

// Somebody waits on the line, so the work of a lost worker is retried within seconds, and nothing is waited for long.
// The row keeps a repeated activity from sending the same request twice.
const { runTool } = proxyActivities<ToolActivities>({
  taskQueue: TOOL_QUEUE,
  // A tool's own time-out, and the wait behind other tools of its organization.
  startToCloseTimeout: "90 seconds",
  scheduleToCloseTimeout: "2 minutes",
  heartbeatTimeout: "5 seconds",
  retry: { initialInterval: "250 milliseconds", maximumInterval: "2 seconds", maximumAttempts: 5 },
});

/**
 * Lets a workflow run the tools of its conversation, each once however often it is requested. Call it before the first
 * await; `allHandlersFinished` tells when none runs any more.
 */
export const handleToolCalls = ({ organizationId }: { organizationId: number }): void => {
  const calls = new Map<string, Promise<ToolCallResult>>();
  setHandler(
    runToolUpdate,
    ({ toolCallId }) => {
      const call = calls.get(toolCallId) ?? runUncancellably(() => runOnce({ organizationId, toolCallId }));
      calls.set(toolCallId, call);
      return call;
    },
    { validator: requireId },
  );
};

/** Only an id may enter the history. */
const requireId = ({ toolCallId }: { toolCallId: string }): void => {
  if (!isUuid(toolCallId)) throw new TypeError("runTool takes the UUID of a tool call");
};

const runOnce = async (call: { organizationId: number; toolCallId: string }): Promise<ToolCallResult> => {
  try {
    return await runTool(call);
  } catch (error) {
    // The conversation continues without the tool: the result is unknown.
    if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
    return { state: "unknown" };
  }
};
