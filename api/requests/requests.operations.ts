import { defineOperation } from "../http/operation.ts";
import { QUOTA_REACHED } from "../require-quota.ts";
import { decideRequest } from "./decide-request.ts";
import { provideSecret } from "./provide-secret.ts";
import { listRequests, readArguments } from "./requests.reads.ts";
import {
  argumentsAnswer,
  decideBody,
  listRequestsQuery,
  providedSecretAnswer,
  provideSecretBody,
  requestAnswer,
  requestListAnswer,
  requestParams,
  settleActionBody,
  settleEditBody,
} from "./requests.schemas.ts";
import { settleAction } from "./settle-action.ts";
import { signalAgain } from "./settle-and-signal.ts";
import { settleEdit } from "./settle-edit.ts";

const area = "Channels and timeline";

export const listRequestsOperation = defineOperation({
  id: "channels.listRequests",
  area,
  method: "get",
  path: "/timeline/requests",
  summary: "What agents ask of people: the open requests by their deadline, or those that are over",
  permission: "viewer",
  sandbox: "read",
  query: listRequestsQuery,
  success: { status: 200, description: "A page of the requests", body: requestListAnswer },
  share: "paging",
  run: listRequests,
});

export const readArgumentsOperation = defineOperation({
  id: "channels.actionArguments",
  area,
  method: "get",
  path: "/timeline/actions/{action_event_id}/arguments",
  summary: "The arguments of a proposed action, for people who may confirm it",
  permission: "operator",
  sandbox: "read",
  params: requestParams,
  success: { status: 200, description: "The arguments", body: argumentsAnswer },
  errors: { 404: "No such proposed action in the organization" },
  run: readArguments,
});

export const decideOperation = defineOperation({
  id: "channels.decide",
  area,
  method: "post",
  path: "/timeline/decide",
  summary: "Answer a question an agent asked; the first valid answer wins",
  permission: "operator",
  sandbox: "own",
  body: decideBody,
  timeline: "decision",
  success: { status: 200, description: "The request as it is now", body: requestAnswer },
  errors: { 404: "No such question in the organization", 409: "Somebody else was first, or it has expired" },
  run: decideRequest,
  afterReplay: (context, { body }) => signalAgain(context, body),
});

export const settleActionOperation = defineOperation({
  id: "channels.settleAction",
  area,
  method: "post",
  path: "/timeline/actions/settle",
  summary: "Confirm, decline or undo an action an agent proposed",
  permission: "operator",
  sandbox: "own",
  body: settleActionBody,
  timeline: "action_settled",
  success: { status: 200, description: "The request as it is now", body: requestAnswer },
  errors: {
    404: "No such proposed action in the organization",
    409: "Somebody else was first, it has expired, or it cannot be undone",
  },
  run: settleAction,
  afterReplay: (context, { body }) => signalAgain(context, body),
});

export const settleEditOperation = defineOperation({
  id: "channels.settleEdit",
  area,
  method: "post",
  path: "/timeline/edits/settle",
  summary: "Publish or discard a change an agent proposed to itself",
  permission: "admin",
  sandbox: "own",
  body: settleEditBody,
  timeline: "edit_settled",
  success: { status: 200, description: "The request as it is now", body: requestAnswer },
  errors: {
    402: QUOTA_REACHED,
    404: "No such proposed edit in the organization",
    409: "Somebody else was first, it has expired, or the draft has changed",
  },
  run: settleEdit,
  afterReplay: (context, { body }) => signalAgain(context, body),
});

export const provideSecretOperation = defineOperation({
  id: "channels.provideSecret",
  area,
  method: "post",
  path: "/timeline/secrets/provide",
  summary: "Give an agent the key it asked for, into the credential store",
  permission: "admin",
  sandbox: "refused",
  body: provideSecretBody,
  timeline: "secret_provided",
  secretFields: ["value"],
  success: { status: 200, description: "The request, and the credential", body: providedSecretAnswer },
  errors: {
    402: QUOTA_REACHED,
    404: "No such request in the organization",
    409: "Somebody else was first, or it has expired",
  },
  run: provideSecret,
  afterReplay: (context, { body }) => signalAgain(context, body),
});

export const requestsOperations = [
  listRequestsOperation,
  readArgumentsOperation,
  decideOperation,
  settleActionOperation,
  settleEditOperation,
  provideSecretOperation,
];
