import { randomUUID } from "node:crypto";
import { countSegments } from "../../../../../domain/message/segments.rules.ts";
import type { TextSituation } from "../../carrier-rig.ts";
import {
  type Asked,
  type Check,
  faultIn,
  isBareNumber,
  isHttpUrl,
  isOneOf,
  isText,
  type Resource,
  refuse,
  reply,
} from "./answers.ts";

interface StandInText {
  uuid: string;
  json: Readonly<Record<string, unknown>>;
  state: string;
  errorCode: string;
}

export interface TextDesk {
  situations: Map<string, TextSituation>;
  texts: StandInText[];
}

export const createTextDesk = (): TextDesk => ({ situations: new Map(), texts: [] });

const LONGEST = { "GSM-7": 1600, "UCS-2": 737 };
const isBody: Check = (value) =>
  isText(value) ?? (String(value).length > LONGEST[countSegments(String(value)).encoding] ? "is too long" : null);
const FIELDS = {
  src: isBareNumber,
  dst: isBareNumber,
  text: isBody,
  type: isOneOf("sms", "mms", "whatsapp"),
  url: isHttpUrl,
  method: isOneOf("GET", "POST"),
};

/** `Message/`: checks the request, and reports what became of a text at its own address. */
export const textsOf =
  (desk: TextDesk, post: (url: string, fields: Record<string, string>) => Promise<unknown>): Resource =>
  (asked) => {
    const [, id] = /^\/Message\/(?:([^/]+)\/)?$/.exec(asked.path) ?? [];
    if (!asked.path.startsWith("/Message/")) return false;
    if (id === undefined) return send(desk, asked, post);
    const text = desk.texts.find(({ uuid }) => uuid === id);
    if (!text) return refuse(asked, 404, "message not found");
    const { src, dst } = text.json;
    return reply(asked, 200, {
      ...{ message_uuid: text.uuid, message_state: text.state, error_code: text.errorCode, from_number: src },
      ...{ to_number: dst, message_direction: "outbound", message_type: "sms", units: 1 },
      ...{ total_amount: "0.00700", total_rate: "0.00700" },
    });
  };

const REFUSALS: Readonly<Record<string, [status: number, error: string]>> = {
  invalid_number: [400, "dst parameter is not valid"],
  opted_out: [400, "the destination number has opted out"],
  server_error: [503, "service unavailable"],
};

const send = (desk: TextDesk, asked: Asked, post: Parameters<typeof textsOf>[1]): true => {
  const { json, response, method } = asked;
  if (method !== "POST") return refuse(asked, 405, "method not allowed");
  const fault = faultIn(json, { known: FIELDS, required: ["src", "dst", "text"] });
  if (fault) return refuse(asked, 400, fault);
  const situation = desk.situations.get(String(json["dst"])) ?? { ends: "delivered" };
  const request = "request" in situation ? situation.request : "";
  if (request === "request_lost") return destroy(asked);
  if ("status" in situation) {
    response.writeHead(situation.status, { "content-type": "application/json" }).end('{"hello":"there"}');
    return true;
  }
  if ("retryAfterSeconds" in situation) {
    response.setHeader("retry-after", String(situation.retryAfterSeconds));
    return refuse(asked, 429, "throttled");
  }
  const refusal = REFUSALS[request];
  if (refusal) return refuse(asked, ...refusal);
  const text = { uuid: randomUUID(), json, state: "queued", errorCode: "000" };
  desk.texts.push(text);
  if (request === "response_lost") return destroy(asked);
  if ("ends" in situation) response.once("close", () => void end(text, situation.ends, post));
  return reply(asked, 202, { message: "message(s) queued", message_uuid: [text.uuid] });
};

const destroy = ({ response }: Asked): true => {
  response.destroy();
  return true;
};

const ENDS = {
  delivered: ["delivered", "000"],
  failed: ["undelivered", "70"],
  opted_out: ["undelivered", "200"],
} as const;

const end = async (text: StandInText, ends: keyof typeof ENDS, post: Parameters<typeof textsOf>[1]) => {
  for (const [state, errorCode] of [["sent", "000"], ENDS[ends]] as const) {
    Object.assign(text, { state, errorCode });
    await post(String(text.json["url"]), {
      From: String(text.json["src"]),
      To: String(text.json["dst"]),
      MessageUUID: text.uuid,
      ParentMessageUUID: text.uuid,
      Status: state,
      ErrorCode: errorCode,
      PartInfo: "1 of 1",
      Units: "1",
      TotalRate: "0.00700",
      TotalAmount: "0.00700",
      MCC: "310",
      MNC: "004",
    });
  }
};

/** The fields of a text that somebody writes to a number of the account. */
export const writtenText = ({ from, to, body }: { from: string; to: string; body: string }): string =>
  new URLSearchParams({
    From: from.slice(1),
    To: to.slice(1),
    Text: body,
    Type: "sms",
    MessageUUID: randomUUID(),
    Units: "1",
    TotalAmount: "0",
  }).toString();
