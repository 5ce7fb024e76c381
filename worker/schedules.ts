import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from "@temporalio/client";
import pRetry from "p-retry";
import type { Logger } from "../infra/logger.ts";
import { retentionContract, retentionStartOptions } from "../workflows/retention/retention.contract.ts";

const RETRY_AFTER_MS = 30_000;

const RETENTION: ScheduleOptions = {
  scheduleId: retentionContract.scheduleId,
  // Once a day at a quiet minute, not on the hour like everybody.
  spec: { calendars: [{ hour: 3, minute: 17 }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "12 hours" },
  action: {
    type: "startWorkflow",
    workflowType: retentionContract.type,
    ...retentionStartOptions(),
  },
};

/** Makes the schedules that are not there. One that an operator has paused or moved to another hour stays as it is. */
export const ensureSchedules = async ({ schedule }: Client): Promise<void> => {
  try {
    await schedule.create(RETENTION);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
};

/** Until it is done, beside the work: no call waits for a schedule. */
export const keepEnsuringSchedules = async (
  temporal: Client,
  { logger, stopping }: { logger: Logger; stopping: AbortSignal },
): Promise<void> => {
  try {
    await pRetry(() => ensureSchedules(temporal), {
      retries: Infinity,
      factor: 1,
      minTimeout: RETRY_AFTER_MS,
      signal: stopping,
      onFailedAttempt: ({ error: err }) =>
        logger.warn({ err }, `the schedules could not be made yet; trying again in ${RETRY_AFTER_MS} ms`),
    });
  } catch (error) {
    if (!stopping.aborted) throw error;
  }
};
