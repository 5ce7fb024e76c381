import { parseJson } from "../../domain/json/json-value.ts";
import { inboundTargetSchema, numberSchema, type RentedNumber } from "../telephony/simulator/simulator.protocol.ts";
import type { ApiRequest } from "./api-request.ts";
import { listAvailableNumbers, numberQuerySchema } from "./available-numbers.ts";
import { describeInvalidRequest, sendRefusal, sendReply } from "./replies.ts";

const REFUSED = { code: "refused", message: "The script says that this number is refused." };

/** Answers the routes that search, rent, configure and release numbers. */
export const answerNumbers = (apiRequest: ApiRequest, method: string): void => {
  const { exchange, response, url } = apiRequest;
  const route = `${method} ${url.pathname}`;
  if (route === "GET /v1/numbers/available") return search(apiRequest);
  if (route === "POST /v1/numbers") return rent(apiRequest);
  if (route === "GET /v1/numbers") return list(apiRequest);
  const [, encoded = "", action] = /^\/v1\/numbers\/([^/]+)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const number = exchange.numbers.get(decodeURIComponent(encoded));
  if (!number || !isNumberOf(number, url))
    return sendRefusal(response, 404, { code: "not_found", message: "This number is not rented." });
  if (faultOf(apiRequest, number) === "refused") return sendRefusal(response, 403, REFUSED);
  if (method === "DELETE" && !action) {
    exchange.releaseNumber(number.phone_number);
    return void response.writeHead(204).end();
  }
  if (method === "PUT" && action === "texts") return pointTexts(apiRequest, number);
  if (method !== "PUT" || action !== "inbound") {
    return sendRefusal(response, 404, { code: "not_found", message: `There is no ${route}.` });
  }
  const target = inboundTargetSchema.nullable().safeParse(parseJson(apiRequest.body));
  if (!target.success) return sendRefusal(response, 422, describeInvalidRequest(target.error));
  exchange.keepNumber({ ...number, inbound: target.data });
  return sendReply(response, 200, { ...number, inbound: target.data });
};

const pointTexts = ({ exchange, response, body }: ApiRequest, number: RentedNumber): void => {
  const texts = numberSchema.pick({ text_url: true }).safeParse(parseJson(body));
  if (!texts.success) return sendRefusal(response, 422, describeInvalidRequest(texts.error));
  exchange.keepNumber({ ...number, ...texts.data });
  return sendReply(response, 200, { ...number, ...texts.data });
};

/** A request without an organization, as tests and people send it, sees all numbers. */
const isNumberOf = ({ organization }: RentedNumber, url: URL): boolean =>
  organization === "" || ["", organization].includes(url.searchParams.get("organization") ?? "");

const faultOf = ({ exchange }: ApiRequest, number: { account: string; phone_number: string }) =>
  exchange.readScript(number.account).number_faults[number.phone_number];

const search = ({ exchange, response, url }: ApiRequest) => {
  const query = numberQuerySchema.safeParse(Object.fromEntries(url.searchParams));
  if (!query.success) return sendRefusal(response, 422, describeInvalidRequest(query.error));
  return sendReply(response, 200, { numbers: listAvailableNumbers(query.data, exchange.numbers) });
};

const rent = (apiRequest: ApiRequest): void => {
  const { exchange, response } = apiRequest;
  const order = numberSchema.omit({ inbound: true, text_url: true }).safeParse(parseJson(apiRequest.body));
  if (!order.success) return sendRefusal(response, 422, describeInvalidRequest(order.error));
  const fault = faultOf(apiRequest, order.data);
  if (fault === "refused") return sendRefusal(response, 403, REFUSED);
  if (fault === "taken" || exchange.numbers.has(order.data.phone_number)) {
    return sendRefusal(response, 409, { code: "unavailable", message: "Somebody else has this number." });
  }
  exchange.keepNumber({ ...order.data, inbound: null, text_url: null });
  if (fault === "answer_lost") return void response.destroy();
  return sendReply(response, 201, exchange.numbers.get(order.data.phone_number));
};

const list = ({ exchange, response, url }: ApiRequest) => {
  const wanted = (name: string, value: string) => [null, value].includes(url.searchParams.get(name));
  const numbers = [...exchange.numbers.values()].filter(
    (number) =>
      isNumberOf(number, url) && wanted("account", number.account) && wanted("phone_number", number.phone_number),
  );
  return sendReply(response, 200, { numbers });
};
