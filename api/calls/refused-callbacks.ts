import type { OperationContext } from "../http/operation-context.ts";
import { forbidden } from "../http/http-error.ts";

const counts = new Map<string, number>();

/** Callbacks that this process has refused since it started, by provider: a metric, nothing is decided by it. */
export const refusedCallbacks = (): ReadonlyMap<string, number> => counts;

/** Counts and logs a callback that no carrier of ours has signed; gives the error to answer with. */
export const refuseCallback = (
  { logger, address }: OperationContext,
  callback: { provider: string; runUuid: string; reason: string },
) => {
  counts.set(callback.provider, (counts.get(callback.provider) ?? 0) + 1);
  const { provider, runUuid: run_uuid, reason } = callback;
  logger.warn({ provider, run_uuid, reason, address }, "a carrier callback was refused");
  return forbidden("callback_refused", "The signature of this callback is missing or wrong");
};
