import { z } from "zod";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import { type OutgoingRequest, parseJson, type RequestResult, sendOnce } from "../carrier-request.ts";

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

/** The simulator's own words, for people. */
export const describeRefusal = (result: { status: number; body: string }): string => {
  const parsed = refusal.safeParse(parseJson(result.body));
  return parsed.success ? `${parsed.data.error.code}: ${parsed.data.error.message}` : `HTTP ${result.status}`;
};

/** A good answer, checked. Throws `CarrierUnavailableError`, and `CarrierRefusedError` for a plain no. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`The simulator: ${result.detail}`);
  if (result.status === 403 || result.status === 422) {
    throw new CarrierRefusedError(`The simulator: ${describeRefusal(result)}`);
  }
  const parsed = result.status === 200 ? schema.safeParse(parseJson(result.body)) : null;
  if (!parsed?.success) throw new CarrierUnavailableError(`The simulator: ${describeRefusal(result)}`);
  return parsed.data;
};
