import { randomUUID } from "node:crypto";
import type { Situation } from "../../carrier-rig.ts";
import {
  type Asked,
  faultIn,
  isBareNumber,
  isHttpUrl,
  isOneOf,
  isPositive,
  type Resource,
  refuse,
  reply,
  replyEmpty,
  replyPage,
} from "./answers.ts";

export interface StandInCall {
  uuid: string;
  from: string;
  to: string;
  direction: "outbound" | "inbound";
  /** The fields of the request. */
  json: Readonly<Record<string, unknown>>;
  status: "queued" | "ringing" | "in-progress" | "over";
  begunAt: Date;
  answeredAt: Date | null;
  endedAt: Date | null;
  talkSeconds: number;
  cause: { code: number; name: string };
  amount: string;
}

export type CallSituation = Situation | { problem: [status: number, body: string] };

/** The rest of the stand-in, as far as the calls need it. */
export interface CallWorld {
  calls: StandInCall[];
  situationOf(number: string): CallSituation;
  /** Plays the rest of a call that is over at once. */
  end(call: StandInCall, outcome: string): Promise<void>;
}

const METHOD = isOneOf("GET", "POST");
const CREATE = {
  required: ["from", "to", "answer_url"],
  known: {
    from: isBareNumber,
    to: isBareNumber,
    answer_url: isHttpUrl,
    answer_method: METHOD,
    ring_url: isHttpUrl,
    ring_method: METHOD,
    hangup_url: isHttpUrl,
    hangup_method: METHOD,
    fallback_url: isHttpUrl,
    fallback_method: METHOD,
    ring_timeout: isPositive,
    time_limit: isPositive,
    machine_detection: isOneOf("true", "hangup"),
    machine_detection_url: isHttpUrl,
    machine_detection_method: METHOD,
    machine_detection_time: isPositive,
  },
};

/** Calls that wait, live and are over: `Call/`. */
export const callsOf =
  (world: CallWorld): Resource =>
  (asked) => {
    const [, uuid] = /^\/Call\/(?:([0-9a-f-]+)\/)?$/.exec(asked.path) ?? [];
    if (uuid !== undefined) return askedOfOne(world, asked, uuid);
    if (asked.path !== "/Call/") return false;
    if (asked.method === "POST") return create(world, asked);
    return asked.method === "GET" ? list(world, asked) : refuse(asked, 405, "method not allowed");
  };

const create = (world: CallWorld, asked: Asked): true => {
  const situation = world.situationOf(`+${String(asked.json["to"])}`);
  const request = "request" in situation ? situation.request : null;
  if (request === "request_lost") return destroyed(asked);
  if (request === "silent") return true;
  if (request === "server_error") return refuse(asked, 503, "service unavailable");
  const fault = faultIn(asked.json, CREATE);
  if (fault) return refuse(asked, 400, fault);
  if ("request" in situation && situation.request === "throttled") {
    asked.response.setHeader("retry-after", String(situation.retryAfterSeconds));
    return refuse(asked, 429, "rate limit exceeded");
  }
  if (request === "invalid_number") return refuse(asked, 400, "to parameter is not a valid destination number");
  if ("problem" in situation) return answered(asked, ...situation.problem);
  const call = newCall(asked.json, "stays" in situation ? situation.stays : "queued");
  world.calls.unshift(call);
  if (request === "response_lost") return destroyed(asked);
  if ("ends" in situation) asked.response.once("close", () => void world.end(call, situation.ends));
  return reply(asked, 201, { message: "call fired", request_uuid: call.uuid });
};

const destroyed = ({ response }: Asked): true => {
  response.destroy();
  return true;
};

const answered = ({ response }: Asked, status: number, body: string): true => {
  response.writeHead(status).end(body);
  return true;
};

const newCall = (json: Asked["json"], state: "queued" | "ringing" | "in_progress"): StandInCall => ({
  uuid: randomUUID(),
  from: String(json["from"]),
  to: String(json["to"]),
  direction: "outbound",
  json,
  status: state === "in_progress" ? "in-progress" : state,
  begunAt: new Date(),
  answeredAt: state === "in_progress" ? new Date() : null,
  endedAt: null,
  talkSeconds: 0,
  cause: { code: 0, name: "Unknown" },
  amount: "0.00000",
});

const askedOfOne = (world: CallWorld, asked: Asked, uuid: string): true => {
  const call = world.calls.find((each) => each.uuid === uuid);
  const isLiving = call && call.status !== "over";
  const missing = () => refuse(asked, 404, "call not found");
  if (asked.method === "DELETE") return isLiving ? hungUp(asked, call) : missing();
  if (asked.method !== "GET") return refuse(asked, 405, "method not allowed");
  const status = asked.query.get("status");
  if (status === null) return call && !isLiving ? reply(asked, 200, presentRecord(call)) : missing();
  return call && isIn(call, status) ? reply(asked, 200, presentLiving(call)) : missing();
};

const isIn = (call: StandInCall, list: string): boolean =>
  list === "queued" ? call.status === "queued" : call.status === "ringing" || call.status === "in-progress";

const hungUp = (asked: Asked, call: StandInCall): true => {
  const wasAnswered = call.status === "in-progress";
  call.status = "over";
  call.endedAt = new Date();
  call.talkSeconds = wasAnswered ? 5 : 0;
  call.cause = wasAnswered ? { code: 4000, name: "Normal Hangup" } : { code: 1000, name: "Canceled" };
  return replyEmpty(asked);
};

const FILTERS = [
  "status",
  "call_direction",
  "from_number",
  "to_number",
  "end_time__gte",
  "end_time__lte",
  "limit",
  "offset",
];

const list = (world: CallWorld, asked: Asked): true => {
  const { query } = asked;
  const unknown = [...query.keys()].find((name) => !FILTERS.includes(name));
  if (unknown) return refuse(asked, 400, `${unknown} is not a known parameter`);
  const since = query.get("end_time__gte");
  const until = query.get("end_time__lte");
  for (const time of [since, until])
    if (time !== null && !/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(time))
      return refuse(asked, 400, "a time should be YYYY-MM-DD HH:MM[:ss]");
  const isWanted = (call: StandInCall) =>
    (query.get("call_direction") ?? call.direction) === call.direction &&
    call.to.startsWith(query.get("to_number") ?? "") &&
    call.from.startsWith(query.get("from_number") ?? "");
  const wanted = world.calls.filter(isWanted);
  const status = query.get("status");
  if (status !== null)
    return reply(asked, 200, { calls: wanted.filter((call) => isIn(call, status)).map(({ uuid }) => uuid) });
  const readTime = (time: string | null, otherwise: number) =>
    time === null ? otherwise : Date.parse(`${time.replace(" ", "T")}Z`);
  const [sinceMs, untilMs] = [readTime(since, 0), readTime(until, Number.POSITIVE_INFINITY)];
  const isBetween = (endedAtMs: number) => endedAtMs >= sinceMs && endedAtMs <= untilMs;
  const over = wanted.filter((call) => call.status === "over" && isBetween(call.endedAt?.getTime() ?? 0));
  return replyPage(asked, over, presentRecord);
};

const presentLiving = (call: StandInCall) => ({
  call_uuid: call.uuid,
  request_uuid: call.uuid,
  call_status: call.status,
  caller_name: call.from,
  direction: call.direction,
  from: `+${call.from}`,
  to: call.to,
  ...(call.status !== "queued" && { session_start: utcTime(call.begunAt) }),
});

const asked = new WeakSet<StandInCall>();

/** A record is rated once it was asked for: the first answer has no amount, as Plivo's of the first seconds. */
const amountLate = (call: StandInCall): string | null => {
  const isRated = asked.has(call);
  asked.add(call);
  return isRated ? call.amount : null;
};

const presentRecord = (call: StandInCall) => ({
  call_uuid: call.uuid,
  parent_call_uuid: null,
  call_direction: call.direction,
  from_number: `+${call.from}`,
  to_number: call.to,
  initiation_time: `${accountTime(call.begunAt)}${ACCOUNT_OFFSET}`,
  answer_time: call.answeredAt && `${accountTime(call.answeredAt)}${ACCOUNT_OFFSET}`,
  end_time: call.endedAt && `${accountTime(call.endedAt)}${ACCOUNT_OFFSET}`,
  bill_duration: call.talkSeconds,
  billed_duration: Math.ceil(call.talkSeconds / 60) * 60,
  call_duration: call.talkSeconds,
  hangup_cause_code: call.cause.code,
  hangup_cause_name: call.cause.name,
  hangup_source: "Callee",
  total_amount: amountLate(call),
  total_rate: "0.01300",
});

const ACCOUNT_OFFSET = "+05:30";
const ACCOUNT_OFFSET_MS = 5.5 * 3_600_000;

/** Formats a time in the account's zone, which callbacks do not name. */
export const accountTime = (at: Date): string => wholeSeconds(new Date(at.getTime() + ACCOUNT_OFFSET_MS));

export const utcTime = (at: Date): string => `${wholeSeconds(at)}.${String(at.getMilliseconds()).padStart(3, "0")}000`;

const wholeSeconds = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
