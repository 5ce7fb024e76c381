import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import type { VonageAccount } from "./vonage-account.ts";
import {
  applicationRequest,
  numberCommand,
  numberSearchQuery,
  numberUpdate,
  ownedNumbersQuery,
} from "./vonage-requests.ts";

export type NumberFault = "answer_lost" | "taken" | "refused" | "unavailable";
type Held = z.output<typeof numberUpdate>;

export const REFUSAL = "Numbers from this country can be requested from the Dashboard";

/** Creates the Numbers API and the Application API, for the account's own application. */
export const createVonageShop = (account: VonageAccount) => {
  const faults = new Map<string, NumberFault>();
  const held: Held[] = [];
  const forSale = Array.from({ length: 60 }, (_, index) => `12025557${String(100 + index)}`);
  let application: z.output<typeof applicationRequest> = {
    name: "Calls",
    keys: { public_key: account.publicKey },
    capabilities: {
      voice: {
        webhooks: {
          answer_url: { address: "https://elsewhere.example/answer", http_method: "GET", connect_timeout: 500 },
          fallback_answer_url: { address: "https://elsewhere.example/fallback", http_method: "GET" },
          event_url: { address: "https://elsewhere.example/event", http_method: "POST" },
        },
        signed_callbacks: true,
        region: "na-east",
      },
      messages: { version: "v1" },
    },
    privacy: { improve_ai: false },
  };

  const matches = (
    msisdn: string,
    { pattern = "", search_pattern: how }: { pattern?: string | undefined; search_pattern: string },
  ) => (how === "1" ? msisdn.includes(pattern) : how === "2" ? msisdn.endsWith(pattern) : msisdn.startsWith(pattern));

  const search = (response: ServerResponse, query: unknown) => {
    const read = numberSearchQuery.safeParse(query);
    if (!read.success) return answer(response, 420, "420", read.error.issues[0]?.message ?? "method failed");
    const { country, type, size } = read.data;
    const kind = type === undefined || type === "mobile-lvn";
    const found = country === "US" && kind ? forSale.filter((msisdn) => matches(msisdn, read.data)) : [];
    const numbers = found.slice(0, size).map((msisdn) => ({
      country,
      msisdn,
      type: "mobile-lvn",
      cost: "0.90",
      initialPrice: "0.00",
      features: ["VOICE", "SMS"],
    }));
    // Like Vonage: without a result the answer is an empty object.
    reply(response, 200, numbers.length > 0 ? { count: found.length, numbers } : {});
  };

  const owned = (response: ServerResponse, query: unknown) => {
    const read = ownedNumbersQuery.safeParse(query);
    if (!read.success) return answer(response, 420, "420", "method failed");
    const numbers = held.filter(({ msisdn }) => matches(msisdn, read.data)).slice(0, read.data.size);
    reply(response, 200, numbers.length > 0 ? { count: numbers.length, numbers } : {});
  };

  const command = (response: ServerResponse, path: string, form: unknown) => {
    const read = (path === "/number/update" ? numberUpdate : numberCommand).safeParse(form);
    if (!read.success) return answer(response, 420, "420", read.error.issues[0]?.message ?? "method failed");
    const order: Held = read.data;
    const fault = faults.get(order.msisdn);
    if (fault === "refused") return answer(response, 420, "420", REFUSAL);
    if (fault === "unavailable") return answer(response, 503, "503", "service unavailable");
    const index = held.findIndex(({ msisdn }) => msisdn === order.msisdn);
    if (path === "/number/buy") return buy(response, order, fault);
    // Some refusals come with HTTP 200.
    if (index < 0) return answer(response, 200, "420", "method failed");
    held.splice(index, 1, ...(path === "/number/update" ? [order] : []));
    answer(response, 200, "200", "success");
  };

  const buy = (response: ServerResponse, order: Held, fault: NumberFault | undefined) => {
    const index = forSale.indexOf(order.msisdn);
    if (index < 0 || fault === "taken" || order.country !== "US") return answer(response, 420, "420", "method failed");
    forSale.splice(index, 1);
    held.push(order);
    if (fault === "answer_lost") return void response.destroy();
    answer(response, 200, "200", "success");
  };

  const applicationRoute = (request: IncomingMessage, response: ServerResponse, body: unknown) => {
    if (request.method === "GET") {
      return reply(response, 200, {
        id: account.applicationId,
        ...application,
        _links: { self: { href: request.url } },
      });
    }
    const read = applicationRequest.safeParse(body);
    if (request.method !== "PUT" || !read.success) {
      const invalid = read.error?.issues.map(({ path, message }) => ({ name: path.join("."), reason: message }));
      return reply(response, 400, {
        type: "https://developer.nexmo.com/api-errors/application#payload-validation",
        title: "Bad Request",
        detail: "The request failed due to validation errors",
        invalid_parameters: invalid,
        instance: "1",
      });
    }
    application = read.data;
    reply(response, 200, { id: account.applicationId, ...application });
  };

  return {
    held,
    faults,
    application: () => application,
    change: (next: Partial<typeof application>) => {
      application = { ...application, ...next };
    },
    /** Says whether the request was for this shop. */
    route: (request: IncomingMessage, response: ServerResponse, body: string): boolean => {
      const url = new URL(request.url ?? "", "http://stand-in");
      const isApplication = url.pathname.startsWith("/v2/applications/");
      if (!isApplication && !/^\/(number|account)\//.test(url.pathname)) return false;
      const expected = `Basic ${Buffer.from(`${account.apiKey}:${account.apiSecret}`).toString("base64")}`;
      if (request.headers.authorization !== expected) {
        if (isApplication) reply(response, 401, UNAUTHORIZED);
        else answer(response, 401, "401", "authentication failed");
        return true;
      }
      const query = Object.fromEntries(url.searchParams);
      if (isApplication && url.pathname !== `/v2/applications/${account.applicationId}`)
        reply(response, 404, NOT_FOUND);
      else if (isApplication) applicationRoute(request, response, body === "" ? null : JSON.parse(body));
      else if (request.method === "GET" && url.pathname === "/number/search") search(response, query);
      else if (request.method === "GET" && url.pathname === "/account/numbers") owned(response, query);
      else if (request.headers["content-type"] !== "application/x-www-form-urlencoded")
        answer(response, 420, "420", "no form");
      else command(response, url.pathname, Object.fromEntries(new URLSearchParams(body)));
      return true;
    },
  };
};

export const UNAUTHORIZED = {
  type: "https://developer.nexmo.com/api-errors#unauthorized",
  title: "Unauthorized",
  detail: "You did not provide correct credentials.",
  instance: "1",
};
export const NOT_FOUND = {
  type: "https://developer.nexmo.com/api-errors#not-found",
  title: "Not Found",
  detail: "The requested resource does not exist, or you do not have access to it",
  instance: "1",
};

const answer = (response: ServerResponse, status: number, code: string, label: string): void =>
  reply(response, status, { "error-code": code, "error-code-label": label });

export const reply = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { "content-type": status < 400 ? "application/json" : "application/problem+json" });
  response.end(JSON.stringify(body));
};
