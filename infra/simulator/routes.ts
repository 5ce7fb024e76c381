import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import { readBody } from "../telephony/read-carrier-body.ts";
import { lookUpBody, placeCallBody } from "../telephony/simulator/simulator.protocol.ts";
import { isSameText } from "../telephony/simulator/simulator.signature.ts";
import type { ApiRequest } from "./api-request.ts";
import type { Exchange, Placement } from "./exchange.ts";
import { inboundBody } from "./inbound-call.ts";
import { answerNumbers } from "./numbers.routes.ts";
import { answerRecordings } from "./recordings.routes.ts";
import { describeInvalidRequest, sendRefusal, sendReply } from "./replies.ts";
import { scriptSchema } from "./script.ts";
import { answerTexts } from "./texts.routes.ts";

export interface RouteContext {
  exchange: Exchange;
  signingKey: string;
}

const MAX_BODY_BYTES = MEGABYTE;
const FIRST_EVENT_WAIT_MS = 2000;

/** Answers one request to the simulator's API. */
export const answerRequest = async (context: RouteContext, request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url ?? "/", "http://simulator");
  if (url.pathname === "/healthz") return sendReply(response, 200, { status: "ok" });
  const apiRequest = { exchange: context.exchange, response, url, body: await readBody(request, MAX_BODY_BYTES) };
  const route = `${request.method} ${url.pathname}`;
  if (!isSameText(`Bearer ${context.signingKey}`, request.headers.authorization ?? ""))
    return refuseStranger(apiRequest, route);

  if (url.pathname.startsWith("/v1/numbers")) return answerNumbers(apiRequest, request.method ?? "");
  if (url.pathname.startsWith("/v1/texts")) return answerTexts(apiRequest, request.method ?? "");
  if (url.pathname.startsWith("/v1/recordings/")) return answerRecordings(apiRequest, request.method ?? "");
  const [, callId, action] = /^\/v1\/calls\/([^/]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  if (callId && request.method === "GET" && !action) return showCall(apiRequest, callId);
  if (callId && request.method === "POST" && action === "hangup") return hangUp(apiRequest, callId);
  if (callId && request.method === "GET" && action === "heard") return showHeard(apiRequest, callId);
  if (callId && request.method === "GET" && action === "recordings") return listRecordings(apiRequest, callId);
  if (route === "POST /v1/inbound") return callIn(apiRequest);
  if (route === "POST /v1/calls") return placeCall(apiRequest);
  if (route === "GET /v1/calls") return listCalls(apiRequest);
  if (route === "POST /v1/calls/lookup") return lookCallsUp(apiRequest);
  if (route === "GET /v1/script") return sendReply(response, 200, context.exchange.readScript(accountOf(apiRequest)));
  if (route === "PUT /v1/script") return writeScript(apiRequest);
  if (route === "GET /v1/record")
    return sendReply(response, 200, { requests: context.exchange.readRecord(filterOf(apiRequest)) });
  if (route === "GET /v1/record/summary")
    return sendReply(response, 200, context.exchange.readSummary(filterOf(apiRequest)));
  if (route === "DELETE /v1/record") return clearRecord(apiRequest);
  return sendRefusal(response, 404, { code: "not_found", message: `There is no ${route}.` });
};

const refuseStranger = ({ exchange, response, body }: ApiRequest, route: string) => {
  const parsed = placeCallBody.partial().safeParse(parseJson(body));
  if (route === "POST /v1/calls") exchange.recordRefusal("unauthorized", parsed.data ?? {});
  return sendRefusal(response, 401, { code: "unauthorized", message: "The bearer token is not the signing key." });
};

const placeCall = async ({ exchange, response, body }: ApiRequest): Promise<void> => {
  const parsed = placeCallBody.safeParse(parseJson(body));
  if (!parsed.success) {
    exchange.recordRefusal("invalid_request", {});
    return sendRefusal(response, 422, describeInvalidRequest(parsed.error));
  }
  const placement = exchange.placeCall(parsed.data);
  const { plan, line } = placement;
  if (line) startEvents(placement, response);
  if (line && plan.eventBeforeResponse) {
    await Promise.race([line.firstDelivery, wait(FIRST_EVENT_WAIT_MS, undefined, { ref: false })]);
  }
  if (plan.responseDelayMs > 0) await wait(plan.responseDelayMs, undefined, { ref: false });
  answerPlacement(placement, response);
};

/**
 * Normally the answer comes first and events after it; with `eventBeforeResponse` or a slow answer they do not wait.
 */
const startEvents = ({ plan, line }: Placement, response: ServerResponse) => {
  if (plan.eventBeforeResponse || plan.responseDelayMs > 0) line?.run();
  else response.once("close", () => line?.run());
};

const answerPlacement = ({ answer, plan, call, line }: Placement, response: ServerResponse): void => {
  if (answer === "request_lost" || (line && plan.responseLost)) return void response.destroy();
  if (answer === "throttled") {
    response.setHeader("retry-after", String(plan.retryAfterSeconds));
    return sendRefusal(response, 429, { code: "throttled", message: "Too many calls at once; nothing was dialled." });
  }
  if (answer === "suspended")
    return sendRefusal(response, 403, { code: "account_suspended", message: "The account is suspended." });
  if (answer === "server_error")
    return sendRefusal(response, 503, { code: "unavailable", message: "The carrier has a problem." });
  if (answer === "invalid_number")
    return sendRefusal(response, 400, { code: "invalid_number", message: "There is no such number." });
  return sendReply(response, answer === "duplicate" ? 200 : 201, call);
};

const showCall = ({ exchange, response }: ApiRequest, id: string) =>
  exchange.isAwayFor(id) ? void response.destroy() : replyWithCall(response, exchange.findById(id));
const hangUp = ({ exchange, response }: ApiRequest, id: string) =>
  exchange.isAwayFor(id) ? void response.destroy() : replyWithCall(response, exchange.hangUp(id));

const showHeard = ({ exchange, response }: ApiRequest, id: string) =>
  replyWithCall(response, exchange.findById(id) && { heard: exchange.heardOn(id) });

const listRecordings = ({ exchange, response }: ApiRequest, id: string) =>
  replyWithCall(response, exchange.findById(id) && { recordings: exchange.recordingsOf(id) });

const callIn = ({ exchange, response, body }: ApiRequest) => {
  const parsed = inboundBody.safeParse(parseJson(body));
  if (!parsed.success) return sendRefusal(response, 422, describeInvalidRequest(parsed.error));
  const call = exchange.callIn(parsed.data);
  if (call) return sendReply(response, 201, call);
  const message = `It is unknown where calls to ${parsed.data.to} are announced; send an inbound_url.`;
  return sendRefusal(response, 422, { code: "not_pointed", message });
};

const replyWithCall = (response: ServerResponse, call: object | null) =>
  call
    ? sendReply(response, 200, call)
    : sendRefusal(response, 404, { code: "not_found", message: "There is no such call." });

const listCalls = ({ exchange, response, url }: ApiRequest) => {
  const call = exchange.findByKey(url.searchParams.get("idempotency_key") ?? "");
  return sendReply(response, 200, { calls: call ? [call] : [] });
};

const lookCallsUp = ({ exchange, response, body }: ApiRequest) => {
  const parsed = lookUpBody.safeParse(parseJson(body));
  if (!parsed.success) return sendRefusal(response, 422, describeInvalidRequest(parsed.error));
  const found = parsed.data.ids.map((id) => exchange.findById(id)).filter((call) => call !== null);
  return sendReply(response, 200, { calls: found });
};

const writeScript = (apiRequest: ApiRequest) => {
  const parsed = scriptSchema.safeParse(parseJson(apiRequest.body));
  if (!parsed.success) {
    return sendRefusal(apiRequest.response, 422, describeInvalidRequest(parsed.error));
  }
  apiRequest.exchange.writeScript(accountOf(apiRequest), parsed.data);
  return sendReply(apiRequest.response, 200, parsed.data);
};

const clearRecord = (apiRequest: ApiRequest) => {
  apiRequest.exchange.clear(accountOf(apiRequest));
  apiRequest.response.writeHead(204).end();
};

const accountOf = ({ url }: ApiRequest) => url.searchParams.get("account");

const filterOf = ({ url }: ApiRequest) => {
  const since = Number(url.searchParams.get("since") ?? Number.NaN);
  return {
    account: url.searchParams.get("account") ?? undefined,
    sinceMs: Number.isFinite(since) ? since : undefined,
  };
};
