import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import twilio from "twilio";
import type { Situation } from "./carrier-rig.ts";
import { createCallerIdDesk } from "./twilio/stand-in/caller-id-desk.ts";
import { createMessageDesk } from "./twilio/stand-in/message-desk.ts";
import { createNumberDesk } from "./twilio/stand-in/number-desk.ts";
import { createRecordingDesk } from "./twilio/stand-in/recording-desk.ts";
import { refuse, reply } from "./twilio/stand-in/replies.ts";
import { readTwiml } from "./twilio/stand-in/twiml-reader.ts";

const FIELDS = new Set([
  "To",
  "From",
  "Url",
  "Method",
  "StatusCallback",
  "StatusCallbackMethod",
  "StatusCallbackEvent",
  "Timeout",
  "TimeLimit",
  "MachineDetection",
  "AsyncAmd",
  "AsyncAmdStatusCallback",
  "AsyncAmdStatusCallbackMethod",
]);
const EVENTS = ["initiated", "ringing", "answered", "completed"];
/** The name under which a status is requested; every other one ends the call. */
const EVENT_OF: Record<string, string> = { initiated: "initiated", ringing: "ringing", "in-progress": "answered" };
const OVER = ["completed", "busy", "failed", "no-answer", "canceled"];

interface StandInCall {
  sid: string;
  form: URLSearchParams;
  status: string;
  createdAt: Date;
  endedAt: Date | null;
  duration: string | null;
  price: string | null;
  answeredBy: string | null;
  /** URLs in the call's event log; empty until it opens. */
  log: string[];
}

export interface TwilioStandIn {
  baseUrl: string;
  accountSid: string;
  authToken: string;
  requests: { method: string; path: string; form: URLSearchParams }[];
  calls: StandInCall[];
  prepare(number: string, situation: Situation | { problem: [status: number, code: number] }): void;
  /** The next update of a call's status finds it in this state, as if it had just changed. */
  changeBeforeUpdate(status: string): void;
  sign(request: { url: string; body: string }): Record<string, string>;
  numbers: ReturnType<typeof createNumberDesk>;
  callerIds: ReturnType<typeof createCallerIdDesk>;
  recordings: ReturnType<typeof createRecordingDesk>;
  texts: ReturnType<typeof createMessageDesk>;
  close(): Promise<void>;
}

/** Twilio's Calls API, as published, for one account: checks requests as Twilio does, and is stricter on unknown fields. */
export const startTwilioStandIn = async (): Promise<TwilioStandIn> => {
  const accountSid = `AC${randomBytes(16).toString("hex")}`;
  const authToken = randomBytes(16).toString("hex");
  const situations = new Map<string, Situation | { problem: [number, number] }>();
  const requests: TwilioStandIn["requests"] = [];
  const calls: StandInCall[] = [];
  let changeTo: string | null = null;
  const root = `/2010-04-01/Accounts/${accountSid}`;
  const [numbers, callerIds, recordings] = [createNumberDesk(), createCallerIdDesk(), createRecordingDesk()];

  const sign = ({ url, body }: { url: string; body: string }) => {
    const params: Record<string, string> = Object.fromEntries(new URLSearchParams(body));
    return {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      "x-twilio-signature": twilio.getExpectedTwilioSignature(authToken, url, params),
      "i-twilio-idempotency-token": randomBytes(8).toString("hex"),
    };
  };

  const tell = async (call: StandInCall, status: string, more: Record<string, string> = {}) => {
    const url = call.form.get("StatusCallback");
    const event = EVENT_OF[status] ?? "completed";
    if (url === null || !call.form.getAll("StatusCallbackEvent").includes(event)) return;
    const body = new URLSearchParams({
      AccountSid: accountSid,
      ApiVersion: "2010-04-01",
      CallSid: call.sid,
      CallStatus: status,
      CallbackSource: "call-progress-events",
      Direction: "outbound-api",
      From: call.form.get("From") ?? "",
      SequenceNumber: String(["initiated", "ringing", "in-progress"].indexOf(status) + 1 || 4),
      Timestamp: new Date().toUTCString().replace("GMT", "+0000"),
      To: call.form.get("To") ?? "",
      ...more,
    }).toString();
    await post(url, body);
  };
  const post = (url: string, body: string) => fetch(url, { method: "POST", headers: sign({ url, body }), body });
  const texts = createMessageDesk(accountSid, post);
  const formOf = (call: StandInCall, more: Record<string, string>) =>
    new URLSearchParams({ AccountSid: accountSid, CallSid: call.sid, ApiVersion: "2010-04-01", ...more }).toString();

  /** Asks what to do with a call that was answered, and returns the recordings that the answer starts. */
  const ask = async (call: StandInCall) => {
    const url = call.form.get("Url") ?? "";
    const answeredBy = call.form.has("AsyncAmd") ? null : call.answeredBy;
    const body = formOf(call, {
      CallStatus: "in-progress",
      Direction: "outbound-api",
      ...(answeredBy && { AnsweredBy: answeredBy }),
    });
    const answer = await post(url, body);
    if (answer.status !== 200) return [];
    return readTwiml(await answer.text())
      .children.filter(({ name }) => name === "Start")
      .flatMap(({ children }) => children.map(({ attributes }) => attributes["recordingStatusCallback"] ?? ""));
  };

  const tellRecording = (call: StandInCall, url: string) => {
    const RecordingSid = recordings.record(call.sid);
    const more = { RecordingSid, RecordingStatus: "completed", RecordingDuration: "61", RecordingChannels: "2" };
    const RecordingUrl = `https://api.twilio.com${root}/Recordings/${RecordingSid}`;
    return post(url, formOf(call, { ...more, RecordingUrl, RecordingSource: "StartCallRecordingTwiML" }));
  };

  const tellDetection = async (call: StandInCall) => {
    const url = call.form.get("AsyncAmdStatusCallback");
    if (url !== null)
      await post(url, formOf(call, { AnsweredBy: call.answeredBy ?? "", MachineDetectionDuration: "2300" }));
  };

  const end = async (call: StandInCall, outcome: string) => {
    const talks = outcome === "answered" || outcome === "voicemail";
    call.endedAt = new Date();
    call.duration = talks ? "61" : "0";
    // Priced when it is asked about again, as Twilio does some minutes later.
    call.price = null;
    call.answeredBy = talks ? (outcome === "answered" ? "human" : "machine_start") : null;
    call.status = talks
      ? "completed"
      : outcome === "no_answer"
        ? "no-answer"
        : outcome === "rejected"
          ? "busy"
          : outcome;
    await tell(call, "initiated");
    if (talks) await tell(call, "ringing");
    if (talks) await tell(call, "in-progress", { AnsweredBy: call.answeredBy ?? "" });
    const recorded = talks ? await ask(call) : [];
    if (talks) await tellDetection(call);
    await tell(call, call.status, {
      CallDuration: call.duration,
      Duration: "2",
      ...(outcome === "rejected" && { SipResponseCode: "603" }),
      ...(call.answeredBy && { AnsweredBy: call.answeredBy }),
    });
    for (const url of recorded) await tellRecording(call, url);
  };

  const create = (response: ServerResponse, form: URLSearchParams): void => {
    const situation = situations.get(form.get("To") ?? "") ?? { stays: "queued" };
    const request = "request" in situation ? situation.request : null;
    const fault = faultOf(form);
    if (request === "request_lost") return void response.destroy();
    if (request === "silent") return;
    if (request === "server_error") return refuse(response, 503, 20500, "Service unavailable");
    if (fault) return refuse(response, 400, ...fault);
    if ("request" in situation && situation.request === "throttled") {
      response.setHeader("retry-after", String(situation.retryAfterSeconds));
      return refuse(response, 429, 20429, "Too many concurrent requests");
    }
    if (request === "invalid_number") return refuse(response, 400, 21217, "Phone number does not appear to be valid");
    if ("problem" in situation) return refuse(response, ...situation.problem, "A problem");
    const call: StandInCall = {
      sid: `CA${randomBytes(16).toString("hex")}`,
      form,
      status: "stays" in situation ? situation.stays.replace("_", "-") : "queued",
      createdAt: new Date(),
      endedAt: null,
      duration: null,
      price: null,
      answeredBy: null,
      log: [],
    };
    calls.unshift(call);
    if (request === "response_lost") return void response.destroy();
    if ("ends" in situation) response.once("close", () => void end(call, situation.ends));
    reply(response, 201, { ...present(call, accountSid), status: "queued" });
  };

  const update = (response: ServerResponse, call: StandInCall, form: URLSearchParams): void => {
    if (changeTo) call.status = changeTo;
    changeTo = null;
    const wanted = form.get("Status");
    if (wanted !== "canceled" && wanted !== "completed") return refuse(response, 400, 20001, "Invalid Status");
    if (OVER.includes(call.status)) return refuse(response, 400, 21220, "Call is not in-progress. Cannot redirect.");
    const wasAnswered = call.status === "in-progress";
    if (wanted === "completed" || !wasAnswered) {
      call.status = wasAnswered ? "completed" : "canceled";
      call.endedAt = new Date();
      call.duration = wasAnswered ? "5" : "0";
    }
    reply(response, 200, present(call, accountSid));
  };

  const route = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const url = new URL(request.url ?? "", "http://stand-in");
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
    const form = new URLSearchParams(isForm ? body : "");
    const method = request.method ?? "";
    requests.push({ method, path: url.pathname, form });
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    if (request.headers.authorization !== expected) return refuse(response, 401, 20003, "Authenticate");
    if (method !== "GET" && method !== "POST" && method !== "DELETE")
      return refuse(response, 405, 20004, "Method not allowed");
    if (url.pathname === `${root}.json`) return reply(response, 200, { sid: accountSid, status: "active" });
    const asked = { method, path: url.pathname.slice(root.length), query: url.searchParams, form, response };
    if ([numbers, callerIds, recordings, texts].some(({ desk }) => desk(asked))) return;
    if (url.pathname === `${root}/Calls.json`) {
      if (method === "POST") return create(response, form);
      return list(response, url);
    }
    const [, sid, log] = /\/Calls\/(CA\w+)(\/Events)?\.json$/.exec(url.pathname) ?? [];
    const call = calls.find((each) => each.sid === sid);
    if (!call) return refuse(response, 404, 20404, `The requested resource ${url.pathname} was not found`);
    if (log)
      return reply(response, 200, { events: call.log.map((each) => ({ request: { url: each }, response: {} })) });
    return method === "POST" ? update(response, call, form) : reply(response, 200, present(call, accountSid));
  };

  const list = (response: ServerResponse, url: URL) => {
    const query = url.searchParams;
    const unknown = [...query.keys()].find((name) => !LIST_FILTERS.includes(name));
    if (unknown) return refuse(response, 400, 20001, `Unknown parameter ${unknown}`);
    const wanted = (name: string, call: StandInCall) => [null, call.form.get(name)].includes(query.get(name));
    const found = calls.filter(
      (call) =>
        wanted("To", call) &&
        wanted("From", call) &&
        isWithin(call.endedAt, query.get("EndTime>"), query.get("EndTime<")),
    );
    const size = Number(query.get("PageSize") ?? "50");
    const page = Number(query.get("Page") ?? "0");
    const following = new URLSearchParams(query);
    following.set("Page", String(page + 1));
    return reply(response, 200, {
      calls: found.slice(page * size, (page + 1) * size).map((call) => present(call, accountSid)),
      page,
      page_size: size,
      next_page_uri: (page + 1) * size < found.length ? `${url.pathname}?${following.toString()}` : null,
    });
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    route(request, response, Buffer.concat(chunks).toString());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    accountSid,
    authToken,
    requests,
    calls,
    prepare: (number, situation) => void situations.set(number, situation),
    changeBeforeUpdate: (status) => {
      changeTo = status;
    },
    sign,
    numbers,
    callerIds,
    recordings,
    texts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const faultOf = (form: URLSearchParams): [code: number, message: string] | null => {
  const unknown = [...form.keys()].find((name) => !FIELDS.has(name));
  if (unknown) return [20001, `Unknown parameter ${unknown}`];
  if (!form.get("To")) return [21201, "No 'To' number is specified"];
  if (!form.get("From")) return [21213, "Caller phone number is required"];
  if (!/^\+[1-9]\d{6,14}$/.test(form.get("To") ?? "")) return [21211, "Invalid 'To' Phone Number"];
  if (!/^\+[1-9]\d{6,14}$/.test(form.get("From") ?? "")) return [21212, "Invalid 'From' Phone Number"];
  if (!URL.canParse(form.get("Url") ?? "")) return [21205, "Url parameter is required"];
  if (!URL.canParse(form.get("StatusCallback") ?? "")) return [21609, "Invalid 'StatusCallback' URL"];
  if (!form.getAll("StatusCallbackEvent").every((event) => EVENTS.includes(event))) return [21626, "Invalid event"];
  if (!isWholeUpTo(form.get("Timeout"), 600) || !isWholeUpTo(form.get("TimeLimit"), 86_400))
    return [20001, "Invalid time"];
  const detection = form.get("MachineDetection");
  if (![null, "Enable", "DetectMessageEnd"].includes(detection)) return [20001, "Invalid MachineDetection"];
  const isAsync = form.get("AsyncAmd") === "true";
  return !isAsync || URL.canParse(form.get("AsyncAmdStatusCallback") ?? "") ? null : [20001, "Invalid AsyncAmd"];
};

const LIST_FILTERS = ["To", "From", "PageSize", "Page", "PageToken", "EndTime>", "EndTime<"];

/** A call that has not ended is in no range of ends. */
const isWithin = (endedAt: Date | null, from: string | null, to: string | null): boolean => {
  if (from === null && to === null) return true;
  if (!endedAt) return false;
  return endedAt.getTime() >= Date.parse(from ?? "1970-01-01") && endedAt.getTime() <= Date.parse(to ?? "9999-01-01");
};

const isWholeUpTo = (value: string | null, most: number) => /^\d+$/.test(value ?? "") && Number(value) <= most;

const rfc2822 = (date: Date | null) => date?.toUTCString().replace("GMT", "+0000") ?? null;

/** A call is priced once it was asked about: the first answer has no price, as Twilio's of the first minutes. */
const priceLate = (call: StandInCall): string | null => {
  const { price } = call;
  if (call.status === "completed") call.price ??= "-0.02600";
  return price;
};

const present = (call: StandInCall, accountSid: string) => ({
  sid: call.sid,
  account_sid: accountSid,
  to: call.form.get("To"),
  from: call.form.get("From"),
  status: call.status,
  direction: "outbound-api",
  date_created: rfc2822(call.createdAt),
  start_time: call.status === "queued" ? null : rfc2822(call.createdAt),
  end_time: rfc2822(call.endedAt),
  duration: call.duration,
  price: priceLate(call),
  price_unit: "USD",
  answered_by: call.answeredBy,
});
