import { defineOperation } from "../../http/operation.ts";
import { createSession } from "./create-session.ts";
import { endSession } from "./end-session.ts";
import { getSession } from "./get-session.ts";
import { rewindSession } from "./rewind-session.ts";
import { sendMessage } from "./send-message.ts";
import { streamReply } from "./stream-reply.ts";
import {
  agentParams,
  createSessionBody,
  endBody,
  messageBody,
  otherRevisionAnswer,
  replyEvent,
  rewindBody,
  sessionAnswer,
  sessionParams,
} from "./text-sessions.schemas.ts";

const area = "Text sessions";
const path = "/workflows/{workflow_id}/text-chat/sessions";
const success = { status: 200, description: "The session as it is now", body: sessionAnswer };
const errors = {
  404: "No such session of this agent",
  409: { description: "Another revision, or the session has ended", detail: otherRevisionAnswer },
};

export const createTextSessionOperation = defineOperation({
  id: "textSessions.create",
  area,
  method: "post",
  path,
  summary: "Start a text session with an agent; the agent says its first words",
  permission: "operator",
  sandbox: "own",
  timeline: "call_started",
  params: agentParams,
  body: createSessionBody,
  addsRows: true,
  success,
  errors: { 400: "The agent is archived or has no version", 404: "No such agent" },
  share: "conversing",
  run: createSession,
});

export const getTextSessionOperation = defineOperation({
  id: "textSessions.get",
  area,
  method: "get",
  path: `${path}/{run_id}`,
  summary: "One text session with all its turns",
  permission: "viewer",
  sandbox: "read",
  params: sessionParams,
  success,
  errors: { 404: errors[404] },
  share: "paging",
  run: getSession,
});

export const sendMessageOperation = defineOperation({
  id: "textSessions.message",
  area,
  method: "post",
  path: `${path}/{run_id}/messages`,
  summary: "Write to the agent and get its answer",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "The words are in the transcript of the session" },
  params: sessionParams,
  body: messageBody,
  success,
  errors,
  share: "conversing",
  run: sendMessage,
});

export const streamReplyOperation = defineOperation({
  id: "textSessions.messageStream",
  area,
  method: "post",
  path: `${path}/{run_id}/messages/stream`,
  summary: "Write to the agent and follow its answer as server-sent events, sentence by sentence",
  permission: "operator",
  sandbox: "own",
  timeline: { none: "The words are in the transcript of the session" },
  params: sessionParams,
  body: messageBody,
  success: {
    status: 200,
    description:
      "Events: `forming` and `sentence` while the agent writes, then `end` with the session as it is now, or `error`. " +
      "It cannot be resumed: a client that leaves interrupts the agent, and the session holds what was said",
    contentTypes: ["text/event-stream"],
    events: replyEvent,
  },
  errors,
  share: "conversing",
  run: streamReply,
});

export const endTextSessionOperation = defineOperation({
  id: "textSessions.end",
  area,
  method: "post",
  path: `${path}/{run_id}/end`,
  summary: "End a text session",
  permission: "operator",
  sandbox: "own",
  timeline: "call_ended",
  params: sessionParams,
  body: endBody,
  success,
  errors,
  run: endSession,
});

export const rewindTextSessionOperation = defineOperation({
  id: "textSessions.rewind",
  area,
  method: "post",
  path: `${path}/{run_id}/rewind`,
  summary: "Discard every turn of a text session after one of them",
  permission: "operator",
  sandbox: "own",
  timeline: "system",
  params: sessionParams,
  body: rewindBody,
  success,
  errors: { 404: "No such session or turn", 409: errors[409] },
  run: rewindSession,
});

export const textSessionsOperations = [
  createTextSessionOperation,
  getTextSessionOperation,
  sendMessageOperation,
  streamReplyOperation,
  endTextSessionOperation,
  rewindTextSessionOperation,
];
