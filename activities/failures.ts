import { ApplicationFailure, CancelledFailure, CompleteAsyncError } from "@temporalio/activity";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "../infra/logger.ts";

/**
 * Turns what an activity throws into a failure that operators can read, in one place: the stable code of a known error
 * becomes its type; nothing of a database statement or a secret gets into the workflow's history.
 */
export const describeFailures = (logger: Logger): ActivityInboundCallsInterceptor => ({
  execute: async (input, next) => {
    try {
      return await next(input);
    } catch (error) {
      if (
        error instanceof ApplicationFailure ||
        error instanceof CancelledFailure ||
        error instanceof CompleteAsyncError
      )
        throw error;
      logger.warn({ err: error }, "an activity failed and will be tried again");
      throw ApplicationFailure.create({ message: sentenceOf(error), type: codeOf(error), nonRetryable: false });
    }
  },
});

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "UnknownError";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
};

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message.slice(0, 500) : "an activity failed";
