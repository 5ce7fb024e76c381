import { TAKEN_WITHIN_MS } from "../infra/temporal/deadlines.ts";
import { startWithSignal } from "../infra/temporal/start-workflow.ts";
import {
  lookAtRequestSignal,
  type RequestToStart,
  requestContract,
  requestStartOptions,
} from "../workflows/request/request.contract.ts";
import type { ApiDependencies } from "./http/operation-context.ts";

/**
 * Signals the workflow of a request that its row has changed; an ended one is started again. The row is already in
 * force: when Temporal is not reachable, a sweep does the rest.
 */
export const signalRequestWorkflow = async (
  { temporal, logger }: ApiDependencies,
  row: RequestToStart,
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      startWithSignal(temporal, requestContract.type, { ...requestStartOptions(row), signal: lookAtRequestSignal }),
    );
  } catch (err) {
    logger.warn(
      { err, request_id: row.id },
      "a request's workflow could not be signalled its answer; maintenance does it later",
    );
  }
};
