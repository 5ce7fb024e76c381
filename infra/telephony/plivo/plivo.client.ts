import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { createAnswerReader } from "../carrier-answers.ts";
import { buildBasicAuthorization, type RequestResult, sendOnce } from "../carrier-request.ts";

export interface PlivoClientOptions {
  /** Without a slash at the end. */
  baseUrl: string;
  readTimeoutMs: number;
}

export interface PlivoRequest {
  method: "GET" | "POST" | "DELETE";
  /** The path below the account, such as `/Call/`; "/" is the account itself. */
  path: string;
  json?: Readonly<Record<string, unknown>>;
  timeoutMs?: number;
}

export type PlivoClient = (credentials: CarrierCredentials, request: PlivoRequest) => Promise<RequestResult>;

/** Uses plain HTTP instead of Plivo's library, which requests a call up to three times when the answer is 5xx. */
export const createPlivoClient =
  (options: PlivoClientOptions): PlivoClient =>
  (credentials, request) =>
    sendOnce({
      method: request.method,
      url: `${options.baseUrl}/v1/Account/${encodeURIComponent(readSetting(credentials, "auth_id"))}${request.path}`,
      headers: {
        authorization: buildAuthorization(credentials),
        accept: "application/json",
        ...(request.json && { "content-type": "application/json" }),
      },
      ...(request.json && { body: JSON.stringify(request.json) }),
      timeoutMs: request.timeoutMs ?? options.readTimeoutMs,
    });

export const buildAuthorization = (credentials: CarrierCredentials): string =>
  buildBasicAuthorization(readSetting(credentials, "auth_id"), readSetting(credentials, "auth_token"));

const problem = z.object({ error: z.unknown(), message: z.unknown() }).partial();

/** Returns Plivo's own sentence about a problem; null when the answer has none and may come from a proxy. */
export const readProblem = (result: { body: string }): string | null => {
  const { error, message } = problem.safeParse(parseJson(result.body)).data ?? {};
  const said = error ?? message;
  if (typeof said === "string" && said !== "") return said;
  return said === undefined || said === null || said === "" ? null : JSON.stringify(said);
};

/** Returns Plivo's own sentence with the status, for people. */
export const describeProblem = (result: { status: number; body: string }): string =>
  `${readProblem(result) ?? "no explanation"} (HTTP ${result.status})`;

export const { readAnswer, requireResponse, requireDoneOrMissing } = createAnswerReader({
  carrier: "Plivo",
  describeProblem,
});
