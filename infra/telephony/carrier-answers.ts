import type { z } from "zod";
import { CarrierRefusedError, CarrierUnavailableError } from "./carrier.ts";
import { type RequestResult } from "./carrier-request.ts";
import { parseJson } from "../../domain/json/json-value.ts";

/** An answer that came, whatever it says. */
export type CarrierResponse = Extract<RequestResult, { kind: "response" }>;

/** How the answers of one carrier are checked. */
export interface AnswerReader {
  /** The answer that came. Throws `CarrierUnavailableError` when none did. */
  requireResponse(result: RequestResult): CarrierResponse;
  /** The content of a good answer. Throws `CarrierUnavailableError` for any other. */
  readAnswer<T>(result: RequestResult, schema: z.ZodType<T>): T;
  /** A good answer. Throws `CarrierRefusedError` with the carrier's words for a plain no, `CarrierUnavailableError` else. */
  requireDone(result: RequestResult): CarrierResponse;
  /** As `requireDone`; an answer that there is no such thing (404) is returned as well. */
  requireDoneOrMissing(result: RequestResult): CarrierResponse;
}

/** `describeProblem` finds the carrier's own words in an answer, for people. */
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
    if (isGood(response)) return response;
    if (isRefusal(response)) throw new CarrierRefusedError(describeProblem(response));
    throw new CarrierUnavailableError(`${carrier}: ${describeProblem(response)}`);
  };
  return {
    requireResponse,
    readAnswer: (result, schema) => {
      const response = requireResponse(result);
      const parsed = isGood(response) ? schema.safeParse(parseJson(response.body)) : null;
      if (!parsed?.success) throw new CarrierUnavailableError(`${carrier}: ${describeProblem(response)}`);
      return parsed.data;
    },
    requireDone,
    requireDoneOrMissing: (result) =>
      result.kind === "response" && result.status === 404 ? result : requireDone(result),
  };
};

export const isGood = ({ status }: { status: number }): boolean => status >= 200 && status < 300;

/** The carrier understood and said no, rather than being too busy or broken. */
export const isRefusal = ({ status }: { status: number }): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;
