import type { z } from "zod";
import type { Conversation } from "../../../domain/conversation/conversation.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { requireOwnEnvironment } from "../../http/require-production.ts";
import { beginSession } from "./begin-session.ts";
import { requireSessionQuota, requireTurnQuota } from "./require-session-quota.ts";
import { readSessionAnswer, requireSessionRun, type SessionAddress } from "./session-run.ts";
import { openSessionConversation, requireTurnTaken } from "./text-session.ts";
import type { messageBody, sessionParams } from "./text-sessions.schemas.ts";

type Message = z.output<typeof messageBody>;

/** Takes the person's message and returns the agent's answer. A run that was only created begins with it. */
export const sendMessage = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof sessionParams; body: typeof messageBody }>,
) => {
  const run = await findRunToWriteTo(context, params);
  await writeMessage(context, { run, body, conversation: await openSessionConversation(context, run) });
  return readSessionAnswer(context, params);
};

/** Returns the run of a session that may take one message more, and begins it where it was only created. */
export const findRunToWriteTo = async (context: OperationContext, address: SessionAddress): Promise<CallRun> => {
  const run = await context.inOrganization(async (tx) => {
    const found = await requireSessionRun(tx, address);
    requireOwnEnvironment(context.actor, found, "session");
    await requireTurnQuota(tx, found.id);
    if (found.state === "queued") await requireSessionQuota(context, tx);
    return found;
  });
  if (run.state === "queued") await beginSession(context, run);
  return run;
};

/** Hands a message to the conversation, and waits until the agent has answered. */
export const writeMessage = async (
  context: OperationContext,
  { run, body, conversation }: { run: CallRun; body: Message; conversation: Conversation },
): Promise<void> => {
  const report = await conversation.hear({
    kind: "speech",
    text: body.text,
    turnKey: `message:${context.requestUuid()}`,
    expectedRevision: body.expected_revision,
  });
  await requireTurnTaken(context, report, { run, expectedRevision: body.expected_revision });
};
