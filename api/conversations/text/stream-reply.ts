import type { Response } from "express";
import type { Conversation } from "../../../domain/conversation/conversation.ts";
import { silentSession } from "../../../domain/conversation/silent-session.ts";
import type { TurnSession } from "../../../domain/conversation/turn-session.ts";
import { describeError } from "../../http/error-responses.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { createRawAnswer, type RawAnswer } from "../../http/raw-answer.ts";
import { beginEvents, formatEvent } from "../../http/sent-events.ts";
import { findRunToWriteTo, writeMessage } from "./send-message.ts";
import { readSessionAnswer } from "./session-run.ts";
import { openSessionConversation } from "./text-session.ts";
import { type messageBody, type ReplyEvent, sessionAnswer, type sessionParams } from "./text-sessions.schemas.ts";

/**
 * Takes the person's message and tells the agent's answer sentence by sentence. The answer begins with the turn, so that what is
 * refused before has a status of its own. A client that leaves interrupts the agent: nothing more is asked of its model, and the turn
 * keeps what was sent.
 */
export const streamReply = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof sessionParams; body: typeof messageBody }>,
): Promise<RawAnswer> => {
  const run = await findRunToWriteTo(context, params);
  return createRawAnswer(async (response) => {
    const reply = createReply(response);
    const conversation = await openSessionConversation(context, run, reply.session);
    const stopListening = interruptWhenLeft(context, { response, conversation, heard: reply.heard });
    try {
      await writeMessage(context, { run, body, conversation });
      const session = sessionAnswer.parse(await readSessionAnswer(context, params));
      reply.tell({ kind: "end", session });
    } catch (error) {
      if (!response.closed && !response.headersSent) throw error;
      if (!response.closed) reply.tell({ kind: "error", ...describeError(context, error) });
    } finally {
      stopListening();
      if (response.headersSent) response.end();
    }
  });
};

interface Reply {
  session: TurnSession;
  /** The words that were sent. */
  heard(): string;
  tell(event: ReplyEvent): void;
}

const createReply = (response: Response): Reply => {
  const heard: string[] = [];
  const tell = (event: ReplyEvent): void => {
    if (!response.headersSent) beginEvents(response);
    response.write(formatEvent({ event: event.kind, data: event }));
  };
  const session: TurnSession = {
    ...silentSession,
    speaks: () => {
      if (!response.headersSent) beginEvents(response);
    },
    form: (text) => tell({ kind: "forming", text }),
    say: ({ text }) => {
      if (response.closed) return;
      heard.push(text);
      tell({ kind: "sentence", text });
    },
  };
  return { session, heard: () => heard.join(" "), tell };
};

interface Listening {
  response: Response;
  conversation: Conversation;
  heard: () => string;
}

/** Returns what ends it. */
const interruptWhenLeft = (
  { logger }: Pick<OperationContext, "logger">,
  { response, conversation, heard }: Listening,
): (() => void) => {
  const interrupt = () =>
    void conversation
      .interrupted({ heard: heard() })
      .catch((err: unknown) => logger.warn({ err }, "an answer whose reader had left was not interrupted"));
  response.once("close", interrupt);
  if (response.closed) interrupt();
  return () => void response.off("close", interrupt);
};
