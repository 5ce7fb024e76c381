import { defineOperation } from "../http/operation.ts";
import { getMessage, listMessages } from "./messages.reads.ts";
import {
  listMessagesQuery,
  messageAnswer,
  messageParams,
  messagesAnswer,
  sendMessageBody,
} from "./messages.schemas.ts";
import { sendMessage } from "./send-message.ts";

export const sendMessageOperation = defineOperation({
  id: "messages.send",
  area: "Messages",
  method: "post",
  path: "/messages",
  summary: "Send a text (SMS); repeating the request with its Idempotency-Key sends nothing twice",
  permission: "operator",
  sandbox: "own",
  timeline: "message",
  body: sendMessageBody,
  success: {
    status: 200,
    description: "The text: `sent`, or `failed` with the carrier's words, or `unknown` where its answer was unclear",
    body: messageAnswer,
  },
  errors: {
    400: "The carrier account or its numbers prevent it; code says which",
    402: "The organization's budget has no room for what the text costs",
    403: "A rule forbids it, or these are quiet hours: the sentence says until when",
    404: "No such carrier account or campaign in the organization",
    409: "The Idempotency-Key was used for another text",
    429: "The carrier asks to slow down",
  },
  run: sendMessage,
});

export const listMessagesOperation = defineOperation({
  id: "messages.list",
  area: "Messages",
  method: "get",
  path: "/messages",
  summary: "Texts to people and from them, newest first",
  permission: "viewer",
  sandbox: "read",
  query: listMessagesQuery,
  success: { status: 200, description: "One page, newest first", body: messagesAnswer },
  run: listMessages,
});

export const getMessageOperation = defineOperation({
  id: "messages.get",
  area: "Messages",
  method: "get",
  path: "/messages/{message_id}",
  summary: "One text, with what became of it",
  permission: "viewer",
  sandbox: "read",
  params: messageParams,
  success: { status: 200, description: "The text", body: messageAnswer },
  errors: { 404: "No such text in the organization" },
  run: getMessage,
});

export const messagesOperations = [sendMessageOperation, listMessagesOperation, getMessageOperation];
