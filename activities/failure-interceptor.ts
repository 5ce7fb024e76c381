import { ApplicationFailure, CancelledFailure, CompleteAsyncError } from "@temporalio/activity";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "../infra/logger.ts";
import { readSafeMessage } from "../infra/telemetry/loggable.ts";
import { maskText } from "../infra/telemetry/mask-text.ts";

const LONGEST_SENTENCE = 500;

/**
 * Converts every error of an activity into a failure that operators can read: the stable code of a known error becomes
 * its type. A failure stays in the workflow's history, so it contains no phone number, no secret and nothing of a
 * database statement.
 */
export const createFailureInterceptor = (logger: Logger): ActivityInboundCallsInterceptor => ({
  execute: async (input, next) => {
    try {
      return await next(input);
    } catch (error) {
      if (error instanceof ApplicationFailure) throw withoutNumbers(error);
      if (error instanceof CancelledFailure || error instanceof CompleteAsyncError) throw error;
      logger.warn({ err: error }, "an activity failed and will be tried again");
      throw ApplicationFailure.create({ message: sentenceOf(error), type: codeOf(error), nonRetryable: false });
    }
  },
});

/** Returns the failure with its sentence alone, because its cause may hold more than the history should. */
const withoutNumbers = (failure: ApplicationFailure): ApplicationFailure =>
  Object.assign(failure, {
    message: maskText(failure.message),
    stack: maskText(failure.stack ?? ""),
    cause: undefined,
  });

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "UnknownError";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
};

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? readSafeMessage(error).slice(0, LONGEST_SENTENCE) : "an activity failed";
