import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { z } from "zod";
import { CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type OutgoingRequest, parseJson, type RequestResult, sendOnce } from "../carrier-request.ts";
import { readPrivateKey } from "./vonage.private-key.ts";

export interface VonageClientOptions {
  /** Calls, applications, recordings; without a slash at the end. */
  apiUrl: string;
  /** Numbers; without a slash at the end. */
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
  /** As the application, by a signed token. Throws `CarrierUnavailableError` without a key to sign with. */
  asApplication(credentials: CarrierCredentials, request: CallRequest): Promise<RequestResult>;
  /** The application's settings, as the account. */
  asAccount(credentials: CarrierCredentials, request: CallRequest): Promise<RequestResult>;
  /** Numbers, as the account: a query, or with `form` a command. */
  numbers(
    credentials: CarrierCredentials,
    request: { path: string; query?: URLSearchParams; form?: URLSearchParams },
  ): Promise<RequestResult>;
}

/**
 * Plain HTTP instead of Vonage's library: dialling needs exactly one request with a time-out and a base URL of ours,
 * and no library between that decides to repeat it.
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
    asApplication: async (credentials, request) => sendJson(`Bearer ${await applicationToken(credentials)}`, request),
    asAccount: (credentials, request) => sendJson(basicOf(credentials), request),
    numbers: (credentials, { path, query, form }) =>
      sendOnce({
        method: form ? "POST" : "GET",
        url: `${options.restUrl}${path}${query ? `?${query.toString()}` : ""}`,
        headers: {
          authorization: basicOf(credentials),
          accept: "application/json",
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(form && { body: form.toString() }),
        timeoutMs: options.readTimeoutMs,
      }),
  };
};

const TOKEN_LIFE_SECONDS = 120;

/** A token of the application's, for one request. */
export const applicationToken = async (credentials: CarrierCredentials): Promise<string> => {
  const read = readPrivateKey(textOf(credentials, "private_key"));
  if (!read.ok) throw new CarrierUnavailableError(`Vonage: ${read.problem}`);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ application_id: textOf(credentials, "application_id") })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_LIFE_SECONDS)
    .setJti(randomUUID())
    .sign(read.key);
};

const basicOf = (credentials: CarrierCredentials): string =>
  `Basic ${Buffer.from(`${textOf(credentials, "api_key")}:${textOf(credentials, "api_secret")}`).toString("base64")}`;

/** A setting of the account as text; "" when it is missing, which Vonage then refuses in its own words. */
export const textOf = (credentials: CarrierCredentials, name: string): string => String(credentials[name] ?? "");

/** The answer to a read, checked. Throws `CarrierUnavailableError` for anything but a good one. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Vonage: ${result.detail}`);
  const isGood = result.status >= 200 && result.status < 300;
  const parsed = isGood ? schema.safeParse(parseJson(result.body)) : null;
  if (!parsed?.success) throw new CarrierUnavailableError(`Vonage: ${describeProblem(result)}`);
  return parsed.data;
};

const problem = z.object({
  type: z.string().nullish(),
  title: z.string().nullish(),
  error_title: z.string().nullish(),
  detail: z.string().nullish(),
  "error-code": z.string().nullish(),
  "error-code-label": z.string().nullish(),
  // The Voice API names them as keys, the newer ones as objects in a list.
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

/** What an answer says is wrong; null when it is no problem of Vonage's own, but somebody's in between. */
export const readProblem = (result: { body: string }): VonageProblem | null => {
  const read = problem.safeParse(parseJson(result.body)).data;
  const isTheirs = read?.type ?? read?.title ?? read?.error_title ?? read?.["error-code"];
  return read && isTheirs ? read : null;
};

/** Vonage's own words, with the status, for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const read = readProblem(result);
  const words = [read?.title ?? read?.error_title ?? read?.["error-code-label"], read?.detail];
  const parameters = (read?.invalid_parameters ?? []).map(({ name, why }) => `${name}: ${String(why)}`);
  const told = [...words, ...parameters].filter(Boolean).join("; ");
  return `${told || "no explanation"} (HTTP ${result.status})`;
};
