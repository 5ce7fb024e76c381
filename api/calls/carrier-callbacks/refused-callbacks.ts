import { forbidden } from "../../http/http-error.ts";
import type { OperationContext } from "../../http/operation-context.ts";

/** Counts and logs a callback without a carrier's signature; returns the error to answer with. */
export const refuseCallback = (
  { logger, metrics, address }: OperationContext,
  callback: { provider: string; runUuid?: string; reason: string },
) => {
  metrics.callbacks.inc({ provider: callback.provider, result: "refused" });
  const { provider, runUuid: run_uuid, reason } = callback;
  logger.warn({ provider, run_uuid, reason, address }, "a carrier callback was refused");
  return forbidden("callback_refused", "The signature of this callback is missing or wrong");
};
