import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireOwnEnvironment } from "../../http/require-production.ts";
import { signalSessionEnded } from "../../signal-session-ended.ts";
import { readSessionAnswer, requireSessionRun } from "./session-run.ts";
import { openSessionConversation } from "./text-session.ts";
import { revisionConflict } from "./text-sessions.errors.ts";
import type { endBody, sessionParams } from "./text-sessions.schemas.ts";

/** Ends a session; an ended one is not changed. Its conclusions follow a moment later. */
export const endSession = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof sessionParams; body: typeof endBody }>,
) => {
  const run = await context.inOrganization((tx) => requireSessionRun(tx, params));
  requireOwnEnvironment(context.actor, run, "session");
  const conversation = await openSessionConversation(context, run);
  const report = await conversation.stop({ reason: "ended_by_request", expectedRevision: body.expected_revision });
  if (report.kind === "stale") throw revisionConflict(body.expected_revision ?? 0, report.revision);
  await signalSessionEnded(context, { organizationId: run.organization_id, runUuid: run.uuid });
  return readSessionAnswer(context, params);
};
