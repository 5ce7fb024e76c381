import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { TextSituation } from "../carrier-rig.ts";
import type { SentEvent } from "./telnyx-calls.ts";
import { check, FAULTS, type Fault, textBody } from "./telnyx-schemas.ts";

type Body = ReturnType<typeof textBody.parse>;

interface StandInText {
  id: string;
  body: Body;
  status: string;
  error: { code: string; title: string } | null;
}

const FAULTS_OF: Readonly<Record<string, Fault>> = {
  invalid_number: { status: 400, code: "40310", title: "Invalid 'to' address", detail: "", pointer: "/to" },
  opted_out: { status: 400, code: "40300", title: "Blocked due to STOP message", detail: "" },
  server_error: { status: 503, code: "10007", title: "Unexpected error", detail: "" },
};
const TOO_MANY: Fault = { status: 429, code: "10011", title: "Too many requests", detail: "" };

interface Line {
  reply(response: ServerResponse, body: unknown, status?: number): void;
  refuse(response: ServerResponse, fault: Fault): void;
  deliver(url: string, event: SentEvent): Promise<unknown>;
}

/** Telnyx's Messages API: checks the request, and reports what became of a text at its own address. */
export const createTextCounter = ({ reply, refuse, deliver }: Line) => {
  const situations = new Map<string, TextSituation>();
  const texts: StandInText[] = [];

  const payloadOf = ({ id, body, status, error }: StandInText) => ({
    id,
    record_type: "message",
    direction: "outbound",
    type: "SMS",
    from: { phone_number: body.from, carrier: "Telnyx", line_type: "Wireless" },
    to: [{ phone_number: body.to, status, carrier: "T-MOBILE USA, INC.", line_type: "Wireless" }],
    text: body.text,
    tags: body.tags ?? [],
    webhook_url: body.webhook_url,
    encoding: "GSM-7",
    parts: 1,
    cost: { amount: "0.0051", currency: "USD" },
    errors: error ? [{ ...error, detail: "" }] : [],
  });
  const eventOf = (type: string, payload: SentEvent["payload"]): SentEvent => ({
    id: randomUUID(),
    event_type: type,
    occurred_at: new Date().toISOString(),
    payload,
  });

  const end = async (text: StandInText, ends: Extract<TextSituation, { ends: unknown }>["ends"]) => {
    text.status = "sent";
    await deliver(text.body.webhook_url, eventOf("message.sent", payloadOf(text)));
    text.status = ends === "delivered" ? "delivered" : "delivery_failed";
    if (ends === "failed") text.error = { code: "40008", title: "Undeliverable" };
    if (ends === "opted_out") text.error = { code: "40300", title: "Blocked due to STOP message" };
    await deliver(text.body.webhook_url, eventOf("message.finalized", payloadOf(text)));
  };

  const create = (response: ServerResponse, body: unknown): void => {
    const checked = check(textBody, body);
    if (!checked.ok) return refuse(response, checked.fault);
    const situation = situations.get(checked.value.to) ?? { ends: "delivered" };
    const request = "request" in situation ? situation.request : "";
    if (request === "request_lost") return void response.destroy();
    if ("status" in situation) return reply(response, { hello: "there" }, situation.status);
    if ("retryAfterSeconds" in situation) {
      response.setHeader("x-ratelimit-reset", String(situation.retryAfterSeconds));
      return refuse(response, TOO_MANY);
    }
    const fault = FAULTS_OF[request];
    if (fault) return refuse(response, fault);
    const text: StandInText = { id: randomUUID(), body: checked.value, status: "queued", error: null };
    texts.push(text);
    if (request === "response_lost") return void response.destroy();
    if ("ends" in situation) response.once("close", () => void end(text, situation.ends));
    reply(response, { data: payloadOf(text) });
  };

  return {
    situations,
    create,
    find: (response: ServerResponse, id: string): void => {
      const text = texts.find((each) => each.id === id);
      if (text) reply(response, { data: payloadOf(text) });
      else refuse(response, FAULTS.notFound);
    },
    /** The event about a text that somebody writes to a number of the account. */
    writtenBy: ({ from, to, body }: { from: string; to: string; body: string }): SentEvent =>
      eventOf("message.received", {
        id: randomUUID(),
        record_type: "message",
        direction: "inbound",
        type: "SMS",
        from: { phone_number: from, carrier: "T-Mobile USA", line_type: "Wireless", status: "webhook_delivered" },
        to: [{ phone_number: to, carrier: "Telnyx", line_type: "Wireless", status: "webhook_delivered" }],
        text: body,
        tags: [],
        errors: [],
        cost: null,
      }),
  };
};
