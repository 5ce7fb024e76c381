import type { ServerResponse } from "node:http";
import { parseJson } from "../../domain/json/json-value.ts";
import { sendTextBody } from "../telephony/simulator/simulator.texts.ts";
import type { ApiRequest } from "./api-request.ts";
import { describeInvalidRequest, sendRefusal, sendReply } from "./replies.ts";
import type { RecordedText } from "./text-record.ts";
import { inboundTextBody } from "./texts.ts";

/** Answers the routes of texts. */
export const answerTexts = async (request: ApiRequest, method: string): Promise<void> => {
  const route = `${method} ${request.url.pathname}`;
  if (route === "POST /v1/texts") return send(request);
  if (route === "POST /v1/texts/inbound") return comeIn(request);
  if (route === "GET /v1/texts") return list(request);
  return sendRefusal(request.response, 404, { code: "not_found", message: `There is no ${route}.` });
};

const send = ({ exchange, response, body }: ApiRequest): void => {
  const parsed = sendTextBody.safeParse(parseJson(body));
  if (!parsed.success) return sendRefusal(response, 422, describeInvalidRequest(parsed.error));
  const { answer, text } = exchange.texts.send(parsed.data);
  const { status_url: statusUrl } = parsed.data;
  if (text && answer !== "duplicate" && statusUrl !== null)
    response.once("close", () => void exchange.texts.report(text, statusUrl));
  if (text && answer !== "response_lost") return sendReply(response, answer === "duplicate" ? 200 : 201, text);
  refuse(response, answer);
};

const refuse = (response: ServerResponse, answer: RecordedText["answer"]): void => {
  if (answer === "request_lost" || answer === "response_lost") return void response.destroy();
  if (answer === "throttled") response.setHeader("retry-after", "2");
  const [status, code, message] = REFUSALS[answer] ?? [503, "unavailable", "The carrier has a problem."];
  sendRefusal(response, status, { code, message });
};

const REFUSALS: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  throttled: [429, "throttled", "Too many texts at once; nothing was sent."],
  suspended: [403, "account_suspended", "The account is suspended."],
  invalid_number: [400, "invalid_number", "There is no such number."],
  opted_out: [400, "opted_out", "The person has asked the carrier for no more."],
  refused: [422, "refused", "The script says that this text is refused."],
};

const comeIn = async ({ exchange, response, body }: ApiRequest): Promise<void> => {
  const parsed = inboundTextBody.safeParse(parseJson(body));
  if (!parsed.success) return sendRefusal(response, 422, describeInvalidRequest(parsed.error));
  const number = exchange.numbers.get(parsed.data.to);
  const url = parsed.data.inbound_url ?? number?.text_url ?? null;
  const message = `It is unknown where texts to ${parsed.data.to} are handed over; send an inbound_url.`;
  if (url === null) return sendRefusal(response, 422, { code: "no_address", message });
  sendReply(response, 201, { taken: await exchange.texts.comeIn({ ...parsed.data, inbound_url: url }) });
};

const list = ({ exchange, response, url }: ApiRequest): void => {
  const key = url.searchParams.get("idempotency_key");
  if (key === null) return sendReply(response, 200, { records: exchange.texts.list(url.searchParams.get("account")) });
  const text = exchange.texts.findByKey(key);
  return sendReply(response, 200, { texts: text ? [text] : [] });
};
