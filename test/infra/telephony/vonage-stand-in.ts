import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { z } from "zod";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { Situation } from "./carrier-rig.ts";
import { createVonageAccount, credentialsOf, refusalOf, signWebhook } from "./vonage/vonage-account.ts";
import {
  createCallRequest,
  dtmfRequest,
  listQuery,
  type Ncco,
  nccoDocument,
  updateCallRequest,
} from "./vonage/vonage-requests.ts";
import { createVonageShop, NOT_FOUND, reply, UNAUTHORIZED } from "./vonage/vonage-shop.ts";
import { createVonageTexts } from "./vonage/vonage-texts.ts";

/** A whole answer in the place of the usual one. */
export interface Problem {
  problem: { status: number; body: unknown };
}

/** Somebody who answers and does this, one after the other, whenever the call listens; then they are silent. */
export interface Talk {
  talks: readonly ({ says: string } | { presses: string } | "silence")[];
}

export interface StandInCall {
  uuid: string;
  conversation: string;
  direction: "outbound" | "inbound";
  /** The request; an inbound call has no answer URL of its own. */
  request: z.output<typeof createCallRequest>;
  status: string;
  startedAt: Date | null;
  endedAt: Date | null;
  recordings: { id: string; startedAt: Date; endedAt: Date }[];
  /** Digits that were played into it. */
  digits: string[];
  /** The document that its answer URL gave; null: none. */
  ncco: Ncco | null;
  /** The words that were spoken to it. */
  heard: string[];
}

/** Two seconds in every test: what Vonage needs before a new call can be ended. */
type Ripe = "ripe" | "too_fresh";

const OVER = new Set(["completed", "busy", "cancelled", "failed", "rejected", "timeout", "unanswered"]);
const TALK_SECONDS = 61;
export const RECORDED = randomBytes(70_000);

/** Vonage's Voice API v1, with numbers and application, as published, for one account; stricter on unknown fields. */
export const startVonageStandIn = async () => {
  const account = createVonageAccount();
  const shop = createVonageShop(account);
  const texts = createVonageTexts(async (url, body) =>
    send(await signWebhook(account, { url, body: JSON.stringify(body) })),
  );
  const situations = new Map<string, Situation | Problem | Talk>();
  const requests: { method: string; path: string; body: unknown; query: Record<string, string> }[] = [];
  const seenTokens = new Set<string>();
  const calls: StandInCall[] = [];
  const files = new Map<string, { uuid: string }>();
  let keepsFiles = false;
  const ripeness = new Map<string, Ripe>();
  let baseUrl = "";

  const tell = async (
    call: StandInCall,
    url: string | undefined,
    more: Record<string, unknown>,
  ): Promise<Response | null> => {
    if (url === undefined) return null;
    const { to, from } = call.request;
    const body = JSON.stringify({
      headers: {},
      from: from.number,
      to: to[0]?.number,
      uuid: call.uuid,
      conversation_uuid: call.conversation,
      direction: call.direction,
      timestamp: new Date().toISOString(),
      ...more,
    });
    return send(await signWebhook(account, { url, body }));
  };

  const end = async (
    call: StandInCall,
    outcome: Extract<Situation, { ends: unknown }>["ends"],
    talk: Talk["talks"] = [],
  ) => {
    const eventUrl = call.request.event_url?.[0];
    const turnTo = async (status: string, more: Record<string, unknown> = {}) => {
      call.status = status;
      await tell(call, eventUrl, { status, ...more });
    };
    await turnTo("started");
    if (outcome === "busy") return turnTo("busy");
    if (outcome === "rejected") return turnTo("rejected", { detail: "declined" });
    if (outcome === "failed") return turnTo("failed", { detail: "internal_error" });
    await turnTo("ringing");
    if (outcome === "no_answer") return turnTo("timeout");
    await turnTo("answered", { start_time: null, rate: null, network: null });
    if (call.request.advanced_machine_detection || call.request.machine_detection) {
      const status = outcome === "voicemail" ? "machine" : "human";
      await tell(call, eventUrl, { status, uuid: undefined, call_uuid: call.uuid, direction: undefined });
    }
    await run(call, talk);
    complete(call, TALK_SECONDS);
    await turnTo("completed", summaryOf(call));
    await tellRecordings(call);
  };

  /** Plays an answered call: Vonage asks, and does what it is told. */
  const run = async (call: StandInCall, talk: Talk["talks"]) => {
    const url = call.request.answer_url[0] ?? "";
    const { to, from } = call.request;
    const body = { from: from.number, to: to[0]?.number, uuid: call.uuid, conversation_uuid: call.conversation };
    const answer = await send(await signWebhook(account, { url, body: JSON.stringify(body) }));
    call.ncco = await readDocument(answer);
    if (call.ncco?.some(({ action }) => action === "record")) {
      const id = randomUUID();
      files.set(id, { uuid: call.uuid });
      call.recordings.push({ id, startedAt: new Date(Date.now() - TALK_SECONDS * 1000), endedAt: new Date() });
    }
    const rest = [...talk];
    for (let ncco = call.ncco; ncco; ) ncco = await perform(call, ncco, rest.shift() ?? "silence");
  };

  /** Speaks, listens if it is told to, and returns what it is told then. */
  const perform = async (call: StandInCall, ncco: Ncco, act: Talk["talks"][number]): Promise<Ncco | null> => {
    for (const action of ncco) {
      if (action.action === "talk") call.heard.push(action.text);
      if (action.action !== "input") continue;
      const spoken = typeof act === "object" && "says" in act;
      const answer = await tell(call, action.eventUrl[0], {
        direction: undefined,
        speech: spoken
          ? { timeout_reason: "end_on_silence_timeout", results: [{ confidence: "0.9", text: act.says }] }
          : { timeout_reason: "start_timeout" },
        dtmf: { digits: typeof act === "object" && "presses" in act ? act.presses : null, timed_out: false },
      });
      return answer && readDocument(answer);
    }
    return null;
  };

  const tellRecordings = async (call: StandInCall) => {
    const action = call.ncco?.find((each) => each.action === "record");
    for (const { id, startedAt, endedAt } of call.recordings) {
      await tell(call, action?.eventUrl?.[0], {
        // A recording is the conversation's: its event names no call.
        ...{ uuid: undefined, to: undefined, from: undefined, direction: undefined, headers: undefined },
        start_time: startedAt.toISOString(),
        end_time: endedAt.toISOString(),
        recording_url: `${baseUrl}/v1/files/${id}`,
        recording_uuid: randomUUID(),
        size: RECORDED.length,
      });
    }
  };

  const create = (response: ServerResponse, body: unknown): void => {
    const number = numberOf(body);
    const situation = situations.get(number) ?? { stays: "queued" };
    const request = "request" in situation ? situation.request : null;
    if (request === "request_lost") return void response.destroy();
    if (request === "silent") return;
    if (request === "server_error") return reply(response, 503, { title: "Service Unavailable" });
    if ("problem" in situation) return reply(response, situation.problem.status, situation.problem.body);
    const read = createCallRequest.safeParse(body);
    if (!read.success) return refuseParameters(response, read.error);
    if ("request" in situation && situation.request === "throttled") {
      response.setHeader("retry-after", String(situation.retryAfterSeconds));
      return reply(response, 429, {
        type: "https://developer.nexmo.com/api-errors#throttled",
        title: "Rate Limit Hit",
      });
    }
    if (request === "invalid_number") return refuse(response, { "to[0].number": "is not a valid number" });
    const call = newCall(read.data, "stays" in situation ? STAYS[situation.stays] : "started");
    if (request === "response_lost") return void response.destroy();
    if ("ends" in situation) response.once("close", () => void end(call, situation.ends));
    if ("talks" in situation) response.once("close", () => void end(call, "answered", situation.talks));
    const { uuid, conversation: conversation_uuid, direction } = call;
    reply(response, 201, { uuid, conversation_uuid, status: "started", direction });
  };

  const newCall = (
    request: StandInCall["request"],
    status: string,
    direction: StandInCall["direction"] = "outbound",
  ) => {
    const call: StandInCall = {
      uuid: randomUUID(),
      conversation: `CON-${randomUUID()}`,
      direction,
      request,
      status,
      ...{ startedAt: null, endedAt: null, recordings: [], digits: [], ncco: null, heard: [] },
    };
    calls.push(call);
    return call;
  };

  const update = (response: ServerResponse, call: StandInCall, body: unknown): void => {
    const read = updateCallRequest.safeParse(body);
    if (!read.success) return refuseParameters(response, read.error);
    if (OVER.has(call.status) || ripeness.get(call.uuid) === "too_fresh") return refuse(response, {});
    if (read.data.action !== "hangup") return refuse(response, { action: "is not played here" });
    if (call.status === "answered") complete(call, 5);
    else call.status = "cancelled";
    response.writeHead(204).end();
  };

  const list = (response: ServerResponse, query: Record<string, string>): void => {
    const read = listQuery.safeParse(query);
    if (!read.success) return refuseParameters(response, read.error);
    const { page_size, record_index, order, conversation_uuid, date_start, date_end } = read.data;
    const since = Date.parse(date_start ?? "");
    const until = Date.parse(date_end ?? "");
    const found = calls.filter(
      (call) =>
        [undefined, call.conversation].includes(conversation_uuid) &&
        !(call.startedAt && (call.startedAt.getTime() < since || call.startedAt.getTime() > until)),
    );
    if (order === "desc") found.reverse();
    const page = found.slice(record_index, record_index + page_size);
    reply(response, 200, {
      count: found.length,
      page_size,
      record_index,
      _links: { self: { href: "/calls" } },
      _embedded: { calls: page.map(present) },
    });
  };

  const callRoute = (request: IncomingMessage, response: ServerResponse, body: unknown): void => {
    const { pathname } = new URL(request.url ?? "", "http://stand-in");
    const [, uuid, rest] = /^\/v1\/calls\/([\w-]+)(\/dtmf)?$/.exec(pathname) ?? [];
    const call = calls.find((each) => each.uuid === uuid);
    if (!call) return reply(response, 404, NOT_FOUND);
    if (request.method === "GET" && !rest) return reply(response, 200, present(call));
    if (request.method !== "PUT") return reply(response, 405, { title: "Method Not Allowed" });
    if (!rest) return update(response, call, body);
    const read = dtmfRequest.safeParse(body);
    if (!read.success) return refuseParameters(response, read.error);
    call.digits.push(read.data.digits);
    reply(response, 200, { message: "DTMF sent", uuid: call.uuid });
  };

  const conversationRoute = (response: ServerResponse, pathname: string, query: Record<string, string>): void => {
    const conversation = /^\/v1\/conversations\/([\w-]+)\/events$/.exec(pathname)?.[1];
    const call = calls.find((each) => each.conversation === conversation);
    if (!call) return reply(response, 404, NOT_FOUND);
    if (query["event_type"] !== "audio:record:done") return reply(response, 200, { _embedded: [] });
    const events = call.recordings.map(({ id, startedAt, endedAt }, index) => ({
      id: index,
      type: "audio:record:done",
      body: {
        recording_id: randomUUID(),
        destination_url: `${baseUrl}/v1/files/${id}`,
        format: "mp3",
        start_time: startedAt.toISOString(),
        end_time: endedAt.toISOString(),
        size: RECORDED.length,
      },
    }));
    reply(response, 200, { page_size: 100, _embedded: events });
  };

  const fileRoute = (response: ServerResponse, pathname: string): void => {
    if (!files.has(pathname.split("/").at(-1) ?? "")) return reply(response, 404, NOT_FOUND);
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": RECORDED.length }).end(RECORDED);
  };

  /** The Media API, which has recordings of calls too unless the account keeps them. */
  const mediaRoute = (request: IncomingMessage, response: ServerResponse, pathname: string): void => {
    const id = pathname.split("/").at(-1) ?? "";
    if (request.method !== "DELETE" || !files.has(id) || keepsFiles) return reply(response, 404, NOT_FOUND);
    files.delete(id);
    response.writeHead(204).end();
  };

  const route = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? "", "http://stand-in");
    const query = Object.fromEntries(url.searchParams);
    const isJson = request.headers["content-type"] === "application/json";
    const body: unknown = isJson && text !== "" ? JSON.parse(text) : null;
    requests.push({ method: request.method ?? "", path: url.pathname, body, query });
    if (shop.route(request, response, text)) return;
    const refusal = refusalOf(account, request.headers.authorization, seenTokens);
    if (refusal)
      return reply(response, 401, { ...UNAUTHORIZED, type: `https://developer.nexmo.com/api-errors#${refusal}` });
    if (url.pathname === "/v1/messages" && request.method === "POST") return texts.send(response, body);
    if (url.pathname.startsWith("/v1/files/")) return fileRoute(response, url.pathname);
    if (url.pathname.startsWith("/v3/media/")) return mediaRoute(request, response, url.pathname);
    if (url.pathname.startsWith("/v1/conversations/")) return conversationRoute(response, url.pathname, query);
    if (url.pathname !== "/v1/calls") return callRoute(request, response, body);
    if (request.method === "POST") return create(response, body);
    return list(response, query);
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    route(request, response, Buffer.concat(chunks).toString());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  baseUrl = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl,
    account,
    credentials: credentialsOf(account),
    shop,
    texts,
    requests,
    calls,
    prepare: (number: string, situation: Situation | Problem | Talk) =>
      void situations.set(number.replace("+", ""), situation),
    /** Sets whether a call of this id can be ended yet. */
    ripen: (uuid: string, ripe: Ripe) => void ripeness.set(uuid, ripe),
    /** From now on the Media API knows no recordings of calls. */
    keepFiles: () => {
      keepsFiles = true;
    },
    /** A recording of a call of long ago. */
    keep: (): string => {
      const fileId = randomUUID();
      files.set(fileId, { uuid: randomUUID() });
      return fileId;
    },
    forget: (fileId: string) => void files.delete(fileId),
    newCall,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type VonageStandIn = Awaited<ReturnType<typeof startVonageStandIn>>;

const STAYS = { queued: "started", ringing: "ringing", in_progress: "answered" } as const;

const send = ({ url, method, headers, body }: CallbackRequest): Promise<Response> => {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return fetch(url, { method, headers: Object.fromEntries(sent), body: body.toString() });
};

/** Vonage ends a call whose document it is refused. */
const readDocument = async (answer: Response): Promise<Ncco | null> => {
  const text = await answer.text();
  return answer.ok && text !== "" ? nccoDocument.parse(JSON.parse(text)) : null;
};

const complete = (call: StandInCall, seconds: number): void => {
  call.status = "completed";
  call.endedAt = new Date();
  call.startedAt = new Date(call.endedAt.getTime() - seconds * 1000);
};

const asked = new WeakSet<StandInCall>();

/** A call is rated once it was asked about: the first answer has neither rate nor price, as Vonage's right after the call. */
const rateLate = (call: StandInCall) => {
  const isRated = asked.has(call);
  asked.add(call);
  return isRated ? { rate: "0.02560000", price: "0.02600000" } : {};
};

const summaryOf = (call: StandInCall) => ({ ...timesOf(call), ...rateLate(call), network: "US-FIXED" });

const timesOf = ({ startedAt, endedAt }: StandInCall) => ({
  start_time: startedAt?.toISOString(),
  end_time: endedAt?.toISOString(),
  duration: startedAt && endedAt ? String((endedAt.getTime() - startedAt.getTime()) / 1000) : null,
});

const present = (call: StandInCall) => ({
  _links: { self: { href: `/v1/calls/${call.uuid}` } },
  uuid: call.uuid,
  conversation_uuid: call.conversation,
  status: call.status,
  direction: call.direction,
  to: call.request.to[0],
  from: call.request.from,
  ...(call.status === "completed" && summaryOf(call)),
});

const numberOf = (body: unknown): string => JSON.stringify(body).match(/"to":\[\{[^\]]*"number":"(\d+)"/)?.[1] ?? "";

const refuse = (response: ServerResponse, invalid: Record<string, string>): void =>
  reply(response, 400, { type: "BAD_REQUEST", error_title: "Bad Request", invalid_parameters: invalid });

const refuseParameters = (response: ServerResponse, error: z.ZodError): void =>
  refuse(
    response,
    Object.fromEntries(error.issues.map(({ path, message }) => [path.map(String).join(".") || "body", message])),
  );
