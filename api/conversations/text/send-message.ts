import { requireOwnEnvironment } from "../../http/require-production.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { beginSession } from "./begin-session.ts";
import { requireSessionRun, readSessionAnswer } from "./session-run.ts";
import { requireSessionQuota, requireTurnQuota } from "./session-limits.ts";
import { openSessionConversation, requireTurnTaken } from "./text-session.ts";
import type { messageBody, sessionParams } from "./text-sessions.schemas.ts";

/** Takes the person's message and returns the agent's answer. A run that was only created begins with it. */
export const sendMessage = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof sessionParams; body: typeof messageBody }>,
) => {
  const run = await context.inOrganization(async (tx) => {
    const found = await requireSessionRun(tx, params);
    requireOwnEnvironment(context.actor, found, "session");
    await requireTurnQuota(tx, found.id);
    if (found.state === "queued") await requireSessionQuota(context, tx);
    return found;
  });
  if (run.state === "queued") await beginSession(context, run);
  const conversation = await openSessionConversation(context, run);
  const report = await conversation.hear({
    kind: "speech",
    text: body.text,
    turnKey: `message:${context.requestUuid()}`,
    expectedRevision: body.expected_revision,
  });
  await requireTurnTaken(context, report, { run, expectedRevision: body.expected_revision });
  return readSessionAnswer(context, params);
};
