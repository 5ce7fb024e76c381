import { z } from "zod";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson, type RequestResult, sendOnce } from "../carrier-request.ts";

export interface PlivoClientOptions {
  /** Without a slash at the end. */
  baseUrl: string;
  readTimeoutMs: number;
}

export interface PlivoRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below the account, e.g. `/Call/`; "/" is the account itself. */
  path: string;
  json?: Readonly<Record<string, unknown>>;
  timeoutMs?: number;
}

export type PlivoClient = (credentials: CarrierCredentials, request: PlivoRequest) => Promise<RequestResult>;

/** An answer that came, whatever it says. */
export type PlivoAnswer = Extract<RequestResult, { kind: "response" }>;

/** Plain HTTP instead of Plivo's library, which asks for a call up to three times when it is answered with 5xx. */
export const createPlivoClient =
  (options: PlivoClientOptions): PlivoClient =>
  (credentials, request) =>
    sendOnce({
      method: request.method,
      url: `${options.baseUrl}/v1/Account/${encodeURIComponent(textOf(credentials, "auth_id"))}${request.path}`,
      headers: {
        authorization: basicOf(credentials),
        accept: "application/json",
        ...(request.json && { "content-type": "application/json" }),
      },
      ...(request.json && { body: JSON.stringify(request.json) }),
      timeoutMs: request.timeoutMs ?? options.readTimeoutMs,
    });

export const basicOf = (credentials: CarrierCredentials): string =>
  `Basic ${Buffer.from(`${textOf(credentials, "auth_id")}:${textOf(credentials, "auth_token")}`).toString("base64")}`;

/** A setting of the account as text; "" when it is missing, which Plivo then refuses in its own words. */
export const textOf = (credentials: CarrierCredentials, name: string): string => String(credentials[name] ?? "");

/** The answer to a read, checked. Throws `CarrierUnavailableError` for anything but a good one. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Plivo: ${result.detail}`);
  const parsed = isGood(result) ? schema.safeParse(parseJson(result.body)) : null;
  if (!parsed?.success) throw new CarrierUnavailableError(`Plivo: ${describeProblem(result)}`);
  return parsed.data;
};

/** An answer that is good or 404. Throws `CarrierRefusedError` for a plain no, `CarrierUnavailableError` else. */
export const expectDone = (result: RequestResult): PlivoAnswer => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Plivo: ${result.detail}`);
  if (isGood(result) || result.status === 404) return result;
  if (isRefusal(result)) throw new CarrierRefusedError(describeProblem(result));
  throw new CarrierUnavailableError(`Plivo: ${describeProblem(result)}`);
};

export const isGood = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

/** Plivo understood and said no, rather than being too busy or broken. */
export const isRefusal = ({ status }: { status: number }): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

const problem = z.object({ error: z.unknown(), message: z.unknown() }).partial();

/** Plivo's own sentence of what is wrong; null when the answer has none, so that somebody in between may have made it. */
export const problemOf = (result: { body: string }): string | null => {
  const { error, message } = problem.safeParse(parseJson(result.body)).data ?? {};
  const said = error ?? message;
  if (typeof said === "string" && said !== "") return said;
  return said === undefined || said === null || said === "" ? null : JSON.stringify(said);
};

/** Plivo's own words, with the status, for people. */
export const describeProblem = (result: { status: number; body: string }): string =>
  `${problemOf(result) ?? "no explanation"} (HTTP ${result.status})`;
