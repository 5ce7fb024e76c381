import { z } from "zod";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson, type RequestResult, sendOnce } from "../carrier-request.ts";

export interface TwilioClientOptions {
  /** Another region or a test carrier; without a slash at the end. */
  baseUrl: string;
  readTimeoutMs: number;
}

export interface TwilioRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below the account, e.g. `/Calls.json`; "" is the account itself. */
  path: string;
  form?: URLSearchParams;
  timeoutMs?: number;
}

export type TwilioClient = (credentials: CarrierCredentials, request: TwilioRequest) => Promise<RequestResult>;

/**
 * Plain HTTP instead of Twilio's library: dialling needs exactly one request with a time-out and a base URL of ours,
 * and no library between that decides to repeat it.
 */
export const createTwilioClient =
  (options: TwilioClientOptions): TwilioClient =>
  (credentials, request) =>
    sendOnce({
      method: request.method,
      url: resourceUrl(options.baseUrl, credentials, request.path === "" ? ".json" : request.path),
      headers: {
        authorization: authorizationOf(credentials),
        accept: "application/json",
        ...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(request.form && { body: request.form.toString() }),
      timeoutMs: request.timeoutMs ?? options.readTimeoutMs,
    });

/** The address of something below the account. */
export const resourceUrl = (baseUrl: string, credentials: CarrierCredentials, path: string): string =>
  `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(textOf(credentials, "account_sid"))}${path}`;

export const authorizationOf = (credentials: CarrierCredentials): string => {
  const pair = `${textOf(credentials, "account_sid")}:${textOf(credentials, "auth_token")}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
};

/** A setting of the account as text; "" when it is missing, which Twilio then refuses in its own words. */
export const textOf = (credentials: CarrierCredentials, name: string): string => String(credentials[name] ?? "");

/** The answer to a read, checked. Throws `CarrierUnavailableError` for anything but a good one. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Twilio: ${result.detail}`);
  const isGood = result.status >= 200 && result.status < 300;
  const parsed = isGood ? schema.safeParse(parseJson(result.body)) : null;
  if (!parsed?.success) throw new CarrierUnavailableError(`Twilio: ${describeProblem(result)}`);
  return parsed.data;
};

/** The answer to an order, checked. A no of Twilio's own throws `CarrierRefusedError` with its sentence. */
export const readOrder = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  refuse(result);
  return readAnswer(result, schema);
};

/** Throws unless the order was carried out, whatever the answer says besides. */
export const expectDone = (result: RequestResult): void => {
  refuse(result);
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Twilio: ${result.detail}`);
  if (result.status >= 300) throw new CarrierUnavailableError(`Twilio: ${describeProblem(result)}`);
};

const refuse = (result: RequestResult): void => {
  if (result.kind === "no_response" || result.status < 400 || result.status >= 500) return;
  if (result.status === 408 || result.status === 429) return;
  throw new CarrierRefusedError(`Twilio: ${describeProblem(result)}`);
};

const problem = z.object({ code: z.number().nullish(), message: z.string().nullish() });

/** Twilio's error code of an answer; null when it has none. */
export const problemCode = (result: { body: string }): number | null =>
  problem.safeParse(parseJson(result.body)).data?.code ?? null;

/** Twilio's own words, with code and status, for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const { code, message } = problem.safeParse(parseJson(result.body)).data ?? {};
  return `${message ?? "no explanation"} (HTTP ${result.status}${code ? `, code ${code}` : ""})`;
};
