import type { Conversation } from "../domain/conversation/conversation.ts";
import { openConversation } from "../domain/conversation/open-conversation.ts";
import { silentSession } from "../domain/conversation/silent-session.ts";
import type { TurnSession } from "../domain/conversation/turn-session.ts";
import { createConversationPorts } from "../application/conversation/conversation-ports.ts";
import type { CallRun } from "../infra/postgres/call/call-run.entity.ts";
import { startOnce } from "../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../workflows/request/request.contract.ts";
import { runToolUpdate } from "../workflows/tool.contract.ts";
import { textSessionContract } from "../workflows/text-session/text-session.contract.ts";
import type { WorkerDependencies } from "./dependencies.ts";

/** Opens the conversation of a text session in this process. */
export const openWrittenConversation = (
  deps: WorkerDependencies,
  { run, session = silentSession }: { run: CallRun; session?: TurnSession },
): Promise<Conversation> => {
  const ports = createConversationPorts(deps, {
    runTool: async ({ run: talking, toolCallId }) => {
      const handle = deps.temporal.workflow.getHandle(textSessionContract.workflowId(talking));
      await handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: toolCallId });
    },
    startRequest: (row) => startOnce(deps.temporal, requestContract.type, requestStartOptions(row)),
    publicBaseUrl: deps.publicBaseUrl,
  });
  return openConversation(ports, {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    driver: "text",
    session,
  });
};
