import { readVariable } from "../../domain/agent/agent-definition.ts";
import { buildActionRequest } from "../../domain/connector/action-request.ts";
import { type Connector, findAction } from "../../domain/connector/connector.ts";
import { fillFields } from "../../domain/tool/fill-request-fields.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import type { GuardedRequest, GuardedResponse } from "../../infra/guarded-request/guarded-requests.ts";
import { SHORT_EXCHANGE } from "../../infra/guarded-request/short-exchange.ts";
import type { ToolCallEnd } from "../../infra/postgres/tool/tool-call.repository.ts";
import {
  type AccountId,
  type ConnectorDependencies,
  expireAccount,
  readAccessToken,
} from "../connector/connector-token.ts";
import { isSignedOutAnswer } from "../connector/oauth-requests.ts";
import type { RequestValues } from "./build-request.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { readResponse } from "./read-response.ts";
import { endWithoutAnswer, sendAtMostTwice } from "./send-tool-request.ts";

/**
 * Prepares an action in a connected app. Throws `ToolFault` when the arguments do not fit, or the action no longer
 * exists.
 */
export const prepareConnector = (
  deps: ConnectorDependencies,
  { config }: DefinitionOf<"connector">,
  { organizationId, given, context, idempotencyKey }: RequestValues & { organizationId: number },
): PreparedTool => {
  const app = deps.connectors.find(config.slug);
  const action = findAction(app, config.action);
  if (!app || !action)
    throw new ToolFault(`The tool was not used: ${config.slug} no longer has the action ${config.action}.`);
  const presets = fillFields(config.preset_arguments, context);
  const { headers, ...request } = buildActionRequest(action, {
    given: { ...given, ...presets },
    now: deps.clock.now(),
  });
  const outgoing = {
    ...request,
    headers: { ...headers, "idempotency-key": idempotencyKey },
    ...SHORT_EXCHANGE,
  };
  const account = { organizationId, accountId: config.account_id };
  return {
    repeatable: action.only_reads,
    actsIn: { accountId: config.account_id, action: action.name },
    run: () => act(deps, { app, account, outgoing, repeatable: action.only_reads }),
  };
};

interface Act {
  app: Connector;
  account: AccountId;
  outgoing: GuardedRequest;
  repeatable: boolean;
}

/** A request that the app refuses for its token was not carried out, so it is sent once more, with a new one. */
const act = async (deps: ConnectorDependencies, { app, account, outgoing, repeatable }: Act): Promise<ToolCallEnd> => {
  const sent: string[] = [];
  const send = (token: string): Promise<GuardedResponse> => {
    sent.push(token);
    const headers = { ...outgoing.headers, authorization: `Bearer ${token}` };
    return sendAtMostTwice(deps.guardedRequests, { ...outgoing, headers });
  };
  try {
    const token = await readAccessToken(deps, account);
    let response = await send(token);
    if (isSignedOut(app, response)) response = await send(await readAccessToken(deps, account, { refused: token }));
    if (isSignedOut(app, response)) {
      await expireAccount(deps, account, `${app.name} refuses a token that it has just given`);
      // Reading the token throws the sentence for an account that is signed out.
      await readAccessToken(deps, account);
    }
    return endOf(app, response, sent);
  } catch (error) {
    if (error instanceof ToolFault) return { state: "failed", error: error.message };
    return endWithoutAnswer(error, { repeatable, secrets: sent });
  }
};

const isSignedOut = (app: Connector, response: GuardedResponse): boolean =>
  response.status === 401 || (isRefused(app, response) && isSignedOutAnswer(app, response));

/** Some apps refuse in an answer of status 200. */
const isRefused = ({ success_field: field }: Connector, { body }: GuardedResponse): boolean => {
  if (field === null) return false;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && readVariable({ ...value }, field) === false;
  } catch {
    return false;
  }
};

const endOf = (app: Connector, response: GuardedResponse, secrets: readonly string[]): ToolCallEnd => {
  const answer = readResponse(response, secrets);
  const result = isRefused(app, response) ? { ...answer, status: "error" as const } : answer;
  return {
    state: "done",
    result,
    statusCode: response.status,
    error: result.status === "error" ? `${app.name} refused it (status ${response.status})` : null,
  };
};
