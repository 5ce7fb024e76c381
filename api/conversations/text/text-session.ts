import { openTextConversation } from "../../../application/conversation/open-text-conversation.ts";
import type { TurnReport } from "../../../domain/conversation/conversation.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { signalSessionEnded } from "../../signal-session-ended.ts";
import { revisionConflict, sessionBusy, sessionOver } from "./text-sessions.errors.ts";

/** Opens the run's text conversation; without a session nobody follows the answer while it forms. */
export const openSessionConversation = (context: OperationContext, run: CallRun, session?: TurnSession) =>
  openTextConversation(context, { run, publicBaseUrl: readPublicBaseUrl(context.config), ...(session && { session }) });

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
