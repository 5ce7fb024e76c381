import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { TextSituation } from "../carrier-rig.ts";
import { sendTextRequest } from "./vonage-requests.ts";
import { reply } from "./vonage-shop.ts";

type Order = ReturnType<typeof sendTextRequest.parse>;

const problem = (name: string, title: string) => ({
  type: `https://developer.vonage.com/api-errors/messages#${name}`,
  title,
  detail: "",
  instance: randomUUID(),
});

/** Vonage's Messages API v1: checks the request, and reports what became of a text at its own address. */
export const createVonageTexts = (post: (url: string, body: object) => Promise<unknown>) => {
  const situations = new Map<string, TextSituation>();

  const end = async (uuid: string, order: Order, ends: string) => {
    const tell = (status: string, more: object = {}) =>
      post(order.webhook_url, {
        message_uuid: uuid,
        to: order.to,
        from: order.from,
        timestamp: new Date().toISOString(),
        status,
        channel: "sms",
        client_ref: order.client_ref,
        destination: { network_code: "31026" },
        sms: { count_total: "1" },
        usage: { currency: "EUR", price: "0.0333" },
        ...more,
      });
    await tell("submitted");
    if (ends === "delivered") return tell("delivered");
    const error = { type: "https://developer.vonage.com/api-errors/messages#1170", title: 1170, instance: uuid };
    await tell("rejected", { error: { ...error, detail: "Invalid or Missing Msisdn Param" } });
  };

  return {
    situations,
    send: (response: ServerResponse, body: unknown): void => {
      const read = sendTextRequest.safeParse(body);
      if (!read.success) {
        const invalid = read.error.issues.map(({ path, message }) => ({ name: path.join("."), reason: message }));
        return reply(response, 422, { ...problem("1150", "Invalid params"), invalid_parameters: invalid });
      }
      const situation = situations.get(read.data.to) ?? { ends: "delivered" };
      const request = "request" in situation ? situation.request : "";
      if (request === "request_lost") return void response.destroy();
      if (request === "server_error") return reply(response, 503, problem("1000", "Internal error"));
      if ("status" in situation) return reply(response, situation.status, { hello: "there" });
      if ("retryAfterSeconds" in situation) {
        response.setHeader("retry-after", String(situation.retryAfterSeconds));
        return reply(response, 429, problem("1010", "Rate limit exceeded"));
      }
      const invalid_parameters = [{ name: "to", reason: "is not a valid number" }];
      if (request === "invalid_number")
        return reply(response, 422, { ...problem("1150", "Invalid params"), invalid_parameters });
      const uuid = randomUUID();
      if (request === "response_lost") return void response.destroy();
      if ("ends" in situation) response.once("close", () => void end(uuid, read.data, situation.ends));
      reply(response, 202, { message_uuid: uuid });
    },
    /** A text that somebody writes to a number that is linked to the application. */
    writtenBy: ({ from, to, body }: { from: string; to: string; body: string }): string =>
      JSON.stringify({
        channel: "sms",
        message_uuid: randomUUID(),
        to: to.slice(1),
        from: from.slice(1),
        timestamp: new Date().toISOString(),
        text: body,
        message_type: "text",
        sms: { num_messages: "1", keyword: body.split(" ")[0]?.toUpperCase() },
        usage: { price: "0.0057", currency: "EUR" },
        origin: { network_code: "31026" },
      }),
  };
};
