import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { createAnswerReader } from "../carrier-answers.ts";
import { buildBasicAuthorization, type OutgoingRequest, type RequestResult, sendOnce } from "../carrier-request.ts";
import { readPrivateKey } from "./vonage.private-key.ts";

export interface VonageClientOptions {
  /** The address for calls, applications and recordings; without a slash at the end. */
  apiUrl: string;
  /** The address for numbers; without a slash at the end. */
  restUrl: string;
  readTimeoutMs: number;
}

interface CallRequest {
  method: OutgoingRequest["method"];
  path: string;
  json?: object;
  timeoutMs?: number;
}

export interface VonageClient {
  options: VonageClientOptions;
  /**
   * Sends a request as the application, with a signed token. Throws `CarrierUnavailableError` without a key to sign
   * with.
   */
  asApplication(credentials: CarrierCredentials, request: CallRequest): Promise<RequestResult>;
  /** Sends a request about the application's settings, as the account. */
  asAccount(credentials: CarrierCredentials, request: CallRequest): Promise<RequestResult>;
  /** Sends a request about numbers, as the account: a query, or with `form` a command. */
  numbers(
    credentials: CarrierCredentials,
    request: { path: string; query?: URLSearchParams; form?: URLSearchParams },
  ): Promise<RequestResult>;
}

/**
 * Uses plain HTTP instead of Vonage's library: dialling needs exactly one request, with a time-out and a base URL of
 * ours, and no library that may repeat it.
 */
export const createVonageClient = (options: VonageClientOptions): VonageClient => {
  const sendJson = (authorization: string, { method, path, json, timeoutMs }: CallRequest) =>
    sendOnce({
      method,
      url: `${options.apiUrl}${path}`,
      headers: { authorization, accept: "application/json", ...(json && { "content-type": "application/json" }) },
      ...(json && { body: JSON.stringify(json) }),
      timeoutMs: timeoutMs ?? options.readTimeoutMs,
    });
  return {
    options,
    asApplication: async (credentials, request) =>
      sendJson(`Bearer ${await signApplicationToken(credentials)}`, request),
    asAccount: (credentials, request) => sendJson(accountAuthorization(credentials), request),
    numbers: (credentials, { path, query, form }) =>
      sendOnce({
        method: form ? "POST" : "GET",
        url: `${options.restUrl}${path}${query ? `?${query.toString()}` : ""}`,
        headers: {
          authorization: accountAuthorization(credentials),
          accept: "application/json",
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(form && { body: form.toString() }),
        timeoutMs: options.readTimeoutMs,
      }),
  };
};

const TOKEN_LIFE_SECONDS = 120;

/** Signs an application token for one request. */
export const signApplicationToken = async (credentials: CarrierCredentials): Promise<string> => {
  const read = readPrivateKey(readSetting(credentials, "private_key"));
  if (!read.ok) throw new CarrierUnavailableError(`Vonage: ${read.problem}`);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ application_id: readSetting(credentials, "application_id") })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_LIFE_SECONDS)
    .setJti(randomUUID())
    .sign(read.key);
};

const accountAuthorization = (credentials: CarrierCredentials): string =>
  buildBasicAuthorization(readSetting(credentials, "api_key"), readSetting(credentials, "api_secret"));

const problem = z.object({
  type: z.string().nullish(),
  title: z.string().nullish(),
  error_title: z.string().nullish(),
  detail: z.string().nullish(),
  "error-code": z.string().nullish(),
  "error-code-label": z.string().nullish(),
  // The Voice API names them as keys, newer APIs as objects in a list.
  invalid_parameters: z
    .union([
      z
        .record(z.string(), z.unknown())
        .transform((named) => Object.entries(named).map(([name, why]) => ({ name, why }))),
      z.array(
        z.object({ name: z.string(), reason: z.unknown() }).transform(({ name, reason }) => ({ name, why: reason })),
      ),
    ])
    .nullish(),
});

export type VonageProblem = z.output<typeof problem>;

/** Returns the problem of an answer; null when it is not in Vonage's form and may come from a proxy. */
export const readProblem = (result: { body: string }): VonageProblem | null => {
  const read = problem.safeParse(parseJson(result.body)).data;
  const isTheirs = read?.type ?? read?.title ?? read?.error_title ?? read?.["error-code"];
  return read && isTheirs ? read : null;
};

/** Returns Vonage's own sentence with the status, for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const read = readProblem(result);
  const words = [read?.title ?? read?.error_title ?? read?.["error-code-label"], read?.detail];
  const parameters = (read?.invalid_parameters ?? []).map(({ name, why }) => `${name}: ${String(why)}`);
  const told = [...words, ...parameters].filter(Boolean).join("; ");
  return `${told || "no explanation"} (HTTP ${result.status})`;
};

export const { readAnswer, requireDone, requireResponse } = createAnswerReader({ carrier: "Vonage", describeProblem });
