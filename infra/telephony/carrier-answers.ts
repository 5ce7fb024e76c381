import type { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "./carrier.ts";
import { type RequestResult } from "./carrier-request.ts";

/** An answer that arrived, of any status. */
export type CarrierResponse = Extract<RequestResult, { kind: "response" }>;

/** The checks of one carrier's answers. */
export interface AnswerReader {
  /** Returns the answer. Throws `CarrierUnavailableError` when none arrived. */
  requireResponse(result: RequestResult): CarrierResponse;
  /** Returns the content of a successful answer. Throws `CarrierUnavailableError` for any other. */
  readAnswer<T>(result: RequestResult, schema: z.ZodType<T>): T;
  /**
   * Returns a successful answer. Throws `CarrierRefusedError` with the carrier's sentence for a clear refusal, else
   * `CarrierUnavailableError`.
   */
  requireDone(result: RequestResult): CarrierResponse;
  /** As `requireDone`, but also returns a 404. */
  requireDoneOrMissing(result: RequestResult): CarrierResponse;
}

/** Creates a reader of answers. `describeProblem` finds the carrier's own sentence in an answer, for people. */
export const createAnswerReader = ({
  carrier,
  describeProblem,
}: {
  carrier: string;
  describeProblem(answer: { status: number; body: string }): string;
}): AnswerReader => {
  const requireResponse: AnswerReader["requireResponse"] = (result) => {
    if (result.kind === "no_response") throw new CarrierUnavailableError(`${carrier}: ${result.detail}`);
    return result;
  };
  const requireDone: AnswerReader["requireDone"] = (result) => {
    const response = requireResponse(result);
    if (isSuccess(response)) return response;
    if (isRefusal(response)) throw new CarrierRefusedError(describeProblem(response));
    throw new CarrierUnavailableError(`${carrier}: ${describeProblem(response)}`);
  };
  return {
    requireResponse,
    readAnswer: (result, schema) => {
      const response = requireResponse(result);
      const parsed = isSuccess(response) ? schema.safeParse(parseJson(response.body)) : null;
      if (!parsed?.success) throw new CarrierUnavailableError(`${carrier}: ${describeProblem(response)}`);
      return parsed.data;
    },
    requireDone,
    requireDoneOrMissing: (result) =>
      result.kind === "response" && result.status === 404 ? result : requireDone(result),
  };
};

export const isSuccess = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

/** Tells whether the carrier refused the request, rather than being overloaded or broken. */
export const isRefusal = ({ status }: { status: number }): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;
