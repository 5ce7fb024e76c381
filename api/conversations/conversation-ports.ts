import type { ConversationPorts } from "../../domain/conversation/conversation.ports.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { createConversationPorts } from "../../application/conversation/conversation-ports.ts";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import { runToolUpdate } from "../../workflows/tool.contract.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Longer than the activity's time limit. */
const TOOL_WITHIN_MS = 130_000;

/** Creates the engine's ports from the API's dependencies; `workflowIdOf` returns the workflow of a run. */
export const createApiConversationPorts = (
  dependencies: ApiDependencies,
  workflowIdOf: (run: { organizationId: number; runUuid: string }) => string,
): ConversationPorts =>
  createConversationPorts(dependencies, {
    runTool: ({ run, toolCallId }) => runTool(dependencies, { workflowId: workflowIdOf(run), toolCallId }),
    startRequest: (row) => startOncePromptly(dependencies.temporal, requestContract.type, requestStartOptions(row)),
    publicBaseUrl: readPublicBaseUrl(dependencies.config),
  });

/** A repeated call is the same update: its result is in the row. */
const runTool = async (
  { temporal }: ApiDependencies,
  { workflowId, toolCallId }: { workflowId: string; toolCallId: string },
): Promise<void> => {
  const handle = temporal.workflow.getHandle(workflowId);
  await temporal.withDeadline(Date.now() + TOOL_WITHIN_MS, () =>
    waitWhileReachable(temporal, () =>
      handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: toolCallId }),
    ),
  );
};
