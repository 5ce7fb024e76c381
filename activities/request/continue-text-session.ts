import { openConversation } from "../../domain/conversation/open-conversation.ts";
import type { TurnSession } from "../../domain/conversation/turn-session.ts";
import { createConversationPorts } from "../../infra/conversation/conversation-ports.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import { runToolUpdate } from "../../workflows/run-tool.contract.ts";
import { textSessionContract } from "../../workflows/text-session/text-session.contract.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Nothing is spoken: what was said is read from the rows. */
const silentSession: TurnSession = {
  say: () => {},
  pause: () => {},
  playDigits: () => {},
  listen: () => {},
  interrupt: () => {},
  transfer: () => {},
  end: () => {},
};

/** Lets the agent of a session in text go on with what it waited for. The same news again brings about no second turn. */
export const continueTextSession = async (
  deps: WorkerDependencies,
  { run, request }: { run: CallRun; request: RequestRow },
): Promise<void> => {
  const ports = createConversationPorts(deps, {
    runTool: async ({ run: session, toolCallId }) => {
      const handle = deps.temporal.workflow.getHandle(textSessionContract.workflowId(session));
      await handle.executeUpdate(runToolUpdate, { args: [{ toolCallId }], updateId: toolCallId });
    },
    startRequest: (row) => startOnce(deps.temporal, requestContract.type, requestStartOptions(row)),
  });
  const conversation = await openConversation(ports, {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    driver: "text",
    session: silentSession,
  });
  await conversation.hearNews({
    turnKey: `request:${request.id}:${request.undone_at === null ? "settled" : "undone"}`,
  });
};
