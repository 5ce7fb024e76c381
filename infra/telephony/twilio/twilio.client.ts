import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { createAnswerReader } from "../carrier-answers.ts";
import { buildBasicAuthorization, type RequestResult, sendOnce } from "../carrier-request.ts";

export interface TwilioClientOptions {
  /** The address of another region or a test server; without a slash at the end. */
  baseUrl: string;
  readTimeoutMs: number;
}

export interface TwilioRequest {
  method: "GET" | "POST" | "DELETE";
  /** The path below the account, such as `/Calls.json`; "" is the account itself. */
  path: string;
  form?: URLSearchParams;
  timeoutMs?: number;
}

export type TwilioClient = (credentials: CarrierCredentials, request: TwilioRequest) => Promise<RequestResult>;

/**
 * Uses plain HTTP instead of Twilio's library: dialling needs exactly one request, with a time-out and a base URL of
 * ours, and no library that may repeat it.
 */
export const createTwilioClient =
  (options: TwilioClientOptions): TwilioClient =>
  (credentials, request) =>
    sendOnce({
      method: request.method,
      url: buildResourceUrl(options.baseUrl, credentials, request.path === "" ? ".json" : request.path),
      headers: {
        authorization: buildAuthorization(credentials),
        accept: "application/json",
        ...(request.form && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(request.form && { body: request.form.toString() }),
      timeoutMs: request.timeoutMs ?? options.readTimeoutMs,
    });

/** Returns the address of a resource below the account. */
export const buildResourceUrl = (baseUrl: string, credentials: CarrierCredentials, path: string): string =>
  `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(readSetting(credentials, "account_sid"))}${path}`;

export const buildAuthorization = (credentials: CarrierCredentials): string =>
  buildBasicAuthorization(readSetting(credentials, "account_sid"), readSetting(credentials, "auth_token"));

const problem = z.object({ code: z.number().nullish(), message: z.string().nullish() });

/** Returns Twilio's error code of an answer; null when it has none. */
export const readProblemCode = (result: { body: string }): number | null =>
  problem.safeParse(parseJson(result.body)).data?.code ?? null;

/** Returns Twilio's own sentence with code and status, for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const { code, message } = problem.safeParse(parseJson(result.body)).data ?? {};
  return `${message ?? "no explanation"} (HTTP ${result.status}${code ? `, code ${code}` : ""})`;
};

export const { readAnswer, requireDone, requireDoneOrMissing } = createAnswerReader({
  carrier: "Twilio",
  describeProblem,
});
