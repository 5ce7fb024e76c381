import { generateKeyPairSync, randomBytes, sign as signBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Situation } from "./carrier-rig.ts";
import { createCallBook, type SentEvent, type StandInCall } from "./telnyx/telnyx-calls.ts";
import { applicationBody, check, FAULTS, type Fault, isAction } from "./telnyx/telnyx-schemas.ts";
import { createShop } from "./telnyx/telnyx-shop.ts";
import { createTextCounter } from "./telnyx/telnyx-texts.ts";

export type TelnyxSituation = Situation | { fault: Fault };

/**
 * The form in which `call_events` wraps the sent event; the published documentation leaves it open. `empty`: it has no
 * content.
 */
export type MetadataShape = "event" | "webhook" | "payload" | "other_names" | "empty";

const MP3 = Buffer.from(`ID3${"telnyx".repeat(500)}`);

/** Telnyx's API v2, as published, for one account with one application: refuses what Telnyx would, and unknown fields besides. */
export const startTelnyxStandIn = async () => {
  const apiKey = `KEY${randomBytes(16).toString("hex").toUpperCase()}_${randomBytes(11).toString("hex")}`;
  const connectionId = "1293384261075731499";
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const situations = new Map<string, TelnyxSituation>();
  const requests: { method: string; path: string; query: URLSearchParams; body: unknown }[] = [];
  const recordings = new Map<string, StandInCall>();
  const application = {
    id: connectionId,
    record_type: "call_control_application",
    application_name: "ringdown",
    active: true,
    webhook_event_url: "https://elsewhere.example/",
    webhook_api_version: "2",
    outbound: { outbound_voice_profile_id: "1293384261075731500" as string | null },
  };
  const shop = createShop();
  let metadataShape: MetadataShape = "event";
  let baseUrl = "";

  const sign = ({ url, body }: { url: string; body: string }, at = new Date()) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    return {
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        "telnyx-timestamp": timestamp,
        "telnyx-signature-ed25519": signBytes(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString("base64"),
      } as Record<string, string | undefined>,
      body: Buffer.from(body),
    };
  };
  const bodyOf = (event: SentEvent, url: string): string =>
    JSON.stringify({ data: { record_type: "event", ...event }, meta: { attempt: 1, delivered_to: url } });
  const signEvent = (event: SentEvent, url: string, at?: Date) => sign({ url, body: bodyOf(event, url) }, at);

  const deliver = async (to: string, event: SentEvent) => {
    const { url, method, headers, body } = signEvent(event, to);
    const sent = Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
    await fetch(url, { method, headers: Object.fromEntries(sent), body }).catch(() => undefined);
  };
  const texts = createTextCounter({
    reply: (...args) => reply(...args),
    refuse: (...args) => refuse(...args),
    deliver,
  });
  const book = createCallBook({
    connectionId,
    deliver: (call, event) => deliver(call.webhookUrl, event),
    onRecorded: (call) => {
      const id = randomBytes(16).toString("hex");
      recordings.set(id, call);
      return id;
    },
  });

  const create = (response: ServerResponse, body: unknown): void => {
    const to = typeof body === "object" && body !== null && "to" in body ? String(body.to) : "";
    const situation = situations.get(to) ?? { stays: "queued" };
    const request = "request" in situation ? situation.request : null;
    if (request === "request_lost") return void response.destroy();
    if (request === "silent") return;
    if (request === "server_error")
      return refuse(response, { status: 503, code: "10007", title: "Unexpected error", detail: "" });
    if ("fault" in situation) return refuse(response, situation.fault);
    if ("request" in situation && situation.request === "throttled") {
      response.setHeader("x-ratelimit-reset", String(situation.retryAfterSeconds));
      return refuse(response, FAULTS.tooManyDials);
    }
    if (request === "invalid_number")
      return refuse(response, {
        ...FAULTS.notE164,
        detail: "The 'to' parameter must be in E164 format.",
        pointer: "/to",
      });
    const dialled = book.dial(body);
    if (!dialled.ok) return refuse(response, dialled.fault);
    if (request === "response_lost") {
      response.destroy();
      return void dialled.live({ stays: "ringing" });
    }
    response.once("close", () => void dialled.live(situation));
    reply(response, { data: { ...present(dialled.call), is_alive: false } });
  };

  /** A call's cost is sent once its events were asked for: the first answer has none, as Telnyx's of the first seconds. */
  const listEvents = (query: URLSearchParams) => {
    const listed = listSent(query);
    for (const call of book.calls) {
      call.sendCost?.();
      call.sendCost = null;
    }
    return listed;
  };

  const listSent = (query: URLSearchParams) => {
    const wanted = (name: string, value: string) => [null, value].includes(query.get(`filter[${name}]`));
    const since = Date.parse(query.get("filter[occurred_at][gte]") ?? "1970-01-01");
    const until = Date.parse(query.get("filter[occurred_at][lte]") ?? "9999-01-01");
    return book.calls
      .filter((call) => wanted("leg_id", call.legId) && wanted("to", call.to) && wanted("from", call.from))
      .filter((call) => wanted("connection_id", call.connectionId))
      .flatMap((call) => call.events.map((event) => ({ call, event })))
      .filter(({ event }) => Date.parse(event.occurred_at) >= since && Date.parse(event.occurred_at) <= until)
      .filter(({ event }) => wanted("name", event.event_type) && wanted("type", "webhook"))
      .map(({ call, event }) => presentEvent(call, event, metadataShape));
  };

  const recordingResource = (id: string, call: StandInCall) => ({
    id,
    record_type: "recording",
    call_control_id: call.callControlId,
    call_leg_id: call.legId,
    channels: "dual",
    duration_millis: 61_000,
    download_urls: { mp3: `${baseUrl}/store/${id}.mp3?X-Amz-Signature=abc` },
    status: "completed",
  });

  const route = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? "", "http://stand-in");
    const method = request.method ?? "";
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const [resource = "", id = "", sub = "", action = ""] = url.pathname
      .replace(/^\/v2\//, "")
      .split("/")
      .map(decodeURIComponent);
    requests.push({ method, path: url.pathname, query: url.searchParams, body });
    if (url.pathname.startsWith("/store/")) {
      // An address of the store is signed itself, and refused with any other authorization.
      const recording = recordings.has(url.pathname.replace("/store/", "").replace(".mp3", ""));
      if (request.headers.authorization || !recording) return void response.writeHead(400).end();
      return void response
        .writeHead(200, { "content-type": "binary/octet-stream", "content-length": MP3.length })
        .end(MP3);
    }
    if (!url.pathname.startsWith("/v2/")) return refuse(response, FAULTS.notFound);
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, FAULTS.unauthenticated);
    if (body !== undefined && !request.headers["content-type"]?.startsWith("application/json"))
      return refuse(response, FAULTS.mediaType);
    const size = url.searchParams.get("page[size]");
    if (size !== null && !(Number(size) >= 1 && Number(size) <= 250))
      return refuse(response, { ...FAULTS.badRequest, detail: "page[size]" });
    const done = (fault: Fault | null, data: unknown = {}) =>
      fault ? refuse(response, fault) : reply(response, { data });

    switch (`${method} ${resource}${id ? "/:id" : ""}${sub ? `/${sub}` : ""}`) {
      case "POST calls":
        return create(response, body);
      case "GET calls/:id": {
        const call = book.find(id);
        return call ? reply(response, { data: present(call) }) : refuse(response, FAULTS.noSuchCall);
      }
      case "POST calls/:id/actions":
        return isAction(action)
          ? done(book.command(id, action, body), { result: "ok" })
          : refuse(response, FAULTS.notFound);
      case "POST messages":
        return texts.create(response, body);
      case "GET messages/:id":
        return texts.find(response, id);
      case "GET call_events":
        return reply(response, page(listEvents(url.searchParams), url.searchParams));
      case "GET connections/:id/active_calls": {
        const alive = book.calls.filter((call) => call.isAlive && id === connectionId).map(present);
        return reply(response, cursorPage(alive, url.searchParams));
      }
      case "GET recordings": {
        const wanted = (name: string, value: string) => [null, value].includes(url.searchParams.get(`filter[${name}]`));
        const found = [...recordings].filter(
          ([, call]) => wanted("call_control_id", call.callControlId) && wanted("call_leg_id", call.legId),
        );
        return reply(
          response,
          page(
            found.map(([each, call]) => recordingResource(each, call)),
            url.searchParams,
          ),
        );
      }
      case "GET recordings/:id": {
        const call = recordings.get(id);
        return call ? reply(response, { data: recordingResource(id, call) }) : refuse(response, FAULTS.notFound);
      }
      case "DELETE recordings/:id": {
        const call = recordings.get(id);
        recordings.delete(id);
        return call ? reply(response, { data: recordingResource(id, call) }) : refuse(response, FAULTS.notFound);
      }
      case "GET available_phone_numbers":
        return reply(response, { data: shop.search(url.searchParams), meta: { total_results: 5 } });
      case "POST number_orders": {
        const ordered = shop.order(body);
        if ("fault" in ordered) return refuse(response, ordered.fault);
        return ordered.isAnswerLost ? void response.destroy() : reply(response, { data: ordered.data });
      }
      case "GET phone_numbers":
        return reply(response, page(shop.list(url.searchParams.get("filter[phone_number]")), url.searchParams));
      case "PATCH phone_numbers/:id":
        return done(shop.change(id, body));
      case "DELETE phone_numbers/:id":
        return done(shop.release(id));
      case "GET phone_numbers/:id/messaging": {
        const settings = shop.messagingOf(id);
        return settings ? reply(response, { data: settings }) : refuse(response, FAULTS.notFound);
      }
      case "PATCH phone_numbers/:id/messaging":
        return done(shop.assign(id, body));
      case "GET messaging_profiles":
        return reply(response, page(shop.profiles, url.searchParams));
      case "POST messaging_profiles": {
        const made = shop.makeProfile(body);
        return "fault" in made ? refuse(response, made.fault) : reply(response, made);
      }
      case "GET messaging_profiles/:id": {
        const profile = shop.profiles.find((each) => each.id === id);
        return profile ? reply(response, { data: profile }) : refuse(response, FAULTS.notFound);
      }
      case "PATCH messaging_profiles/:id":
        return done(shop.changeProfile(id, body));
      case "GET call_control_applications/:id":
        return id === connectionId ? reply(response, { data: application }) : refuse(response, FAULTS.notFound);
      case "PATCH call_control_applications/:id": {
        const checked = check(applicationBody, body);
        if (checked.ok) Object.assign(application, checked.value);
        return done(checked.ok ? null : checked.fault, application);
      }
      case "POST verified_numbers": {
        const started = shop.startVerification(body);
        if ("fault" in started) return refuse(response, started.fault);
        const { phoneNumber, method: verification_method } = started;
        return reply(response, { phone_number: phoneNumber, verification_method }, 201);
      }
      case "POST verified_numbers/:id/actions":
        return done(action === "verify" ? shop.verify(id, body) : FAULTS.notFound);
      case "GET verified_numbers":
        return reply(response, page(shop.verified(), url.searchParams));
      case "DELETE verified_numbers/:id":
        return done(shop.removeVerified(id));
      default:
        return refuse(response, FAULTS.notFound);
    }
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
    apiKey,
    connectionId,
    /** The key in the format of the portal. */
    publicKey: Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString("base64"),
    application,
    requests,
    texts,
    book,
    shop,
    recordings,
    mp3: MP3,
    prepare: (number: string, situation: TelnyxSituation) => void situations.set(number, situation),
    showEventsAs: (shape: MetadataShape) => {
      metadataShape = shape;
    },
    sign,
    signEvent,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type TelnyxStandIn = Awaited<ReturnType<typeof startTelnyxStandIn>>;

const present = (call: StandInCall) => ({
  record_type: "call",
  call_control_id: call.callControlId,
  call_leg_id: call.legId,
  call_session_id: call.sessionId,
  client_state: call.clientState,
  is_alive: call.isAlive,
  call_duration: call.endedAt ? Math.round((call.endedAt.getTime() - call.startedAt.getTime()) / 1000) : 0,
  start_time: call.startedAt.toISOString(),
  ...(call.endedAt && { end_time: call.endedAt.toISOString() }),
});

const presentEvent = (call: StandInCall, event: SentEvent, shape: MetadataShape) => {
  const wrapped = { event, webhook: { body: { data: event } }, payload: event.payload, other_names: null, empty: {} }[
    shape
  ];
  if (shape === "other_names") {
    return {
      leg_id: call.legId,
      occurred_at: event.occurred_at,
      name: event.event_type.replaceAll(".", "_"),
      payload: event,
    };
  }
  return {
    record_type: "call_event",
    call_leg_id: call.legId,
    call_session_id: call.sessionId,
    event_timestamp: event.occurred_at,
    name: event.event_type,
    type: "webhook",
    metadata: wrapped,
  };
};

const page = <T>(items: readonly T[], query: URLSearchParams) => {
  const [size, number] = [Number(query.get("page[size]") ?? "20"), Number(query.get("page[number]") ?? "1")];
  return {
    data: items.slice((number - 1) * size, number * size),
    meta: {
      total_pages: Math.max(1, Math.ceil(items.length / size)),
      total_results: items.length,
      page_number: number,
      page_size: size,
    },
  };
};

const cursorPage = <T>(items: readonly T[], query: URLSearchParams) => {
  const [size, from] = [Number(query.get("page[size]") ?? "20"), Number(query.get("page[after]") ?? "0")];
  const after = from + size < items.length ? String(from + size) : null;
  return {
    data: items.slice(from, from + size),
    meta: { total_items: items.length, cursors: { after, before: null } },
  };
};

const reply = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const refuse = (response: ServerResponse, { status, pointer, ...error }: Fault): void =>
  reply(response, { errors: [{ ...error, ...(pointer && { source: { pointer } }) }] }, status);
