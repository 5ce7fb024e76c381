import type { TurnReport } from "../../../domain/conversation/conversation.ts";
import { openConversation } from "../../../domain/conversation/open-conversation.ts";
import { silentSession } from "../../../domain/conversation/silent-session.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { createApiConversationPorts } from "../conversation-ports.ts";
import { buildSessionWorkflowId, signalSessionEnded } from "./session-workflow.ts";
import { revisionConflict, sessionBusy, sessionOver } from "./text-sessions.errors.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";

/** Opens the run's text conversation. */
export const openTextConversation = (context: OperationContext, run: CallRun) =>
  openConversation(createApiConversationPorts(context, buildSessionWorkflowId), {
    organizationId: run.organization_id,
    runUuid: run.uuid,
    driver: "text",
    session: silentSession,
  });

/** Throws the error for a turn that was not carried out; signals the workflow when it ended the session. */
export const requireTurnTaken = async (
  context: OperationContext,
  report: TurnReport,
  { run, expectedRevision }: { run: CallRun; expectedRevision?: number | undefined },
): Promise<void> => {
  switch (report.kind) {
    case "done":
      if (report.outcome.next.kind === "end") {
        await signalSessionEnded(context, { organizationId: run.organization_id, runUuid: run.uuid });
      }
      return;
    case "stale":
      throw revisionConflict(expectedRevision ?? 0, report.revision);
    case "over":
      throw sessionOver(report.reason);
    case "superseded":
      throw sessionBusy();
  }
};
