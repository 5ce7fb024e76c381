import { randomBytes } from "node:crypto";
import type { TextSituation } from "../../carrier-rig.ts";
import { type Desk, refuse, reply, unknownField } from "./replies.ts";

const FIELDS = ["To", "From", "Body", "StatusCallback"];
const LIST_FILTERS = ["To", "From", "DateSent>", "PageSize"];
const E164 = /^\+[1-9]\d{6,14}$/;

interface StandInText {
  sid: string;
  form: URLSearchParams;
  status: string;
  errorCode: number | null;
  createdAt: Date;
}

/** Twilio's Messages API: checks the request, and reports what became of a text at its own address. */
export const createMessageDesk = (accountSid: string, post: (url: string, body: string) => Promise<unknown>) => {
  const situations = new Map<string, TextSituation>();
  const texts: StandInText[] = [];
  const requestsTo = new Map<string, number>();

  const tell = async (text: StandInText, status: string, errorCode: number | null = null) => {
    Object.assign(text, { status, errorCode });
    const url = text.form.get("StatusCallback");
    if (url === null) return;
    const body = new URLSearchParams({
      AccountSid: accountSid,
      ApiVersion: "2010-04-01",
      From: text.form.get("From") ?? "",
      To: text.form.get("To") ?? "",
      MessageSid: text.sid,
      MessageStatus: status,
      SmsSid: text.sid,
      SmsStatus: status,
      ...(errorCode !== null && { ErrorCode: String(errorCode) }),
    });
    await post(url, body.toString());
  };

  const end = async (text: StandInText, ends: Extract<TextSituation, { ends: unknown }>["ends"]) => {
    await tell(text, "sent");
    if (ends === "delivered") return tell(text, "delivered");
    await tell(text, "undelivered", ends === "failed" ? 30003 : 21610);
  };

  const create: Desk = ({ form, response }) => {
    const to = form.get("To") ?? "";
    requestsTo.set(to, (requestsTo.get(to) ?? 0) + 1);
    const situation = situations.get(to) ?? { ends: "delivered" };
    const request = "request" in situation ? situation.request : null;
    if (request === "request_lost") return answer(() => response.destroy());
    if (request === "server_error") return answer(() => refuse(response, 503, 20500, "Service unavailable"));
    if ("status" in situation) return answer(() => reply(response, situation.status, { hello: "there" }));
    if ("retryAfterSeconds" in situation) {
      response.setHeader("retry-after", String(situation.retryAfterSeconds));
      return answer(() => refuse(response, 429, 20429, "Too Many Requests"));
    }
    const fault = faultOf(form);
    if (fault) return answer(() => refuse(response, 400, ...fault));
    if (request === "invalid_number") return answer(() => refuse(response, 400, 21211, "Invalid 'To' Phone Number"));
    if (request === "opted_out")
      return answer(() => refuse(response, 400, 21610, "Attempt to send to unsubscribed recipient"));
    const sid = `SM${randomBytes(16).toString("hex")}`;
    const text = { sid, form, status: "queued", errorCode: null, createdAt: new Date() };
    texts.unshift(text);
    if (request === "response_lost") return answer(() => response.destroy());
    if ("ends" in situation) response.once("close", () => void end(text, situation.ends));
    return answer(() => reply(response, 201, present(text)));
  };

  const present = (text: StandInText) => ({
    sid: text.sid,
    account_sid: accountSid,
    to: text.form.get("To"),
    from: text.form.get("From"),
    body: text.form.get("Body"),
    direction: "outbound-api",
    status: text.status,
    error_code: text.errorCode,
    num_segments: "1",
    price: text.status === "delivered" ? "-0.00790" : null,
    price_unit: "USD",
    date_created: text.createdAt.toUTCString().replace("GMT", "+0000"),
  });

  const desk: Desk = (asked) => {
    if (asked.path !== "/Messages.json") return false;
    if (asked.method === "POST") return create(asked);
    const { query, response } = asked;
    const unknown = unknownField(query, LIST_FILTERS);
    if (unknown) return answer(() => refuse(response, 400, 20001, `Unknown parameter ${unknown}`));
    const wanted = (name: string, text: StandInText) => [null, text.form.get(name)].includes(query.get(name));
    const since = Date.parse(query.get("DateSent>") ?? "1970-01-01");
    const found = texts.filter(
      (text) => wanted("To", text) && wanted("From", text) && text.createdAt.getTime() >= since,
    );
    const size = Number(query.get("PageSize") ?? 50);
    return answer(() => reply(response, 200, { messages: found.slice(0, size).map(present), page_size: size }));
  };

  return {
    desk,
    situations,
    requestsTo,
    /** The fields of a text that somebody writes to a number of the account. */
    writtenBy: ({ from, to, body }: { from: string; to: string; body: string }): string => {
      const sid = `SM${randomBytes(16).toString("hex")}`;
      const ids = { AccountSid: accountSid, MessageSid: sid, SmsMessageSid: sid, SmsSid: sid, SmsStatus: "received" };
      const more = { NumMedia: "0", NumSegments: "1", FromCountry: "US", ApiVersion: "2010-04-01" };
      return new URLSearchParams({ ...ids, From: from, To: to, Body: body, ...more }).toString();
    },
  };
};

const answer = (say: () => unknown): true => {
  say();
  return true;
};

const faultOf = (form: URLSearchParams): [code: number, message: string] | null => {
  const unknown = unknownField(form, FIELDS);
  if (unknown) return [20001, `Unknown parameter ${unknown}`];
  if (!form.get("To")) return [21604, "A 'To' phone number is required."];
  if (!E164.test(form.get("To") ?? "")) return [21211, "Invalid 'To' Phone Number"];
  if (!E164.test(form.get("From") ?? "")) return [21603, "A 'From' phone number is required."];
  if (!form.get("Body")) return [21602, "Message body is required."];
  if ((form.get("Body") ?? "").length > 1600) return [21617, "The concatenated message body exceeds the limit"];
  return URL.canParse(form.get("StatusCallback") ?? "") ? null : [21609, "Invalid 'StatusCallback' URL"];
};
