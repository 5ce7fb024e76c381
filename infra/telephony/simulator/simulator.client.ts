import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import { createAnswerReader } from "../carrier-answers.ts";
import { type OutgoingRequest, type RequestResult, sendOnce } from "../carrier-request.ts";

export interface SimulatorClientOptions {
  /** Without a slash at the end. */
  baseUrl: string;
  signingKey: string;
  readTimeoutMs: number;
}

/** One request to the simulator. */
export type SimulatorClient = (
  method: OutgoingRequest["method"],
  path: string,
  more?: { body?: string; timeoutMs?: number },
) => Promise<RequestResult>;

export const createSimulatorClient =
  ({ baseUrl, signingKey, readTimeoutMs }: SimulatorClientOptions): SimulatorClient =>
  (method, path, more = {}) =>
    sendOnce({
      method,
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${signingKey}`, "content-type": "application/json" },
      timeoutMs: readTimeoutMs,
      ...more,
    });

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Returns the simulator's own sentence, for people. */
export const describeRefusal = (result: { status: number; body: string }): string => {
  const parsed = refusal.safeParse(parseJson(result.body));
  return parsed.success ? `${parsed.data.error.code}: ${parsed.data.error.message}` : `HTTP ${result.status}`;
};

export const { readAnswer, requireDone, requireDoneOrMissing } = createAnswerReader({
  carrier: "The simulator",
  describeProblem: describeRefusal,
});
