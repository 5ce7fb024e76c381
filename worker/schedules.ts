import { setTimeout as delay } from "node:timers/promises";
import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from "@temporalio/client";
import { SEALED_EVERY_SECONDS } from "../domain/record/checkpoint.rules.ts";
import type { Logger } from "../infra/logger.ts";
import { maintenanceContract, maintenanceStartOptions } from "../workflows/maintenance/maintenance.contract.ts";
import { retentionContract, retentionStartOptions } from "../workflows/retention/retention.contract.ts";

const ENSURED_EVERY_MS = 60_000;

const RETENTION: ScheduleOptions = {
  scheduleId: retentionContract.scheduleId,
  // Once a day at a quiet minute, not on the hour like most jobs.
  spec: { calendars: [{ hour: 3, minute: 17 }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "12 hours" },
  action: {
    type: "startWorkflow",
    workflowType: retentionContract.type,
    ...retentionStartOptions(),
  },
};

/** A workflow starts as often as records are sealed, every minute, unless one is running, so the next one follows within a minute of its end. */
const MAINTENANCE: ScheduleOptions = {
  scheduleId: maintenanceContract.scheduleId,
  spec: { intervals: [{ every: SEALED_EVERY_SECONDS * 1_000 }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: "1 minute" },
  action: {
    type: "startWorkflow",
    workflowType: maintenanceContract.type,
    ...maintenanceStartOptions(),
  },
};

/** Creates missing schedules. One that an operator has paused or moved is not changed. */
export const ensureSchedules = async ({ schedule }: Client): Promise<void> => {
  for (const options of [MAINTENANCE, RETENTION]) {
    try {
      await schedule.create(options);
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    }
  }
};

/**
 * Creates missing schedules again and again beside the work: a deleted one, or one lost with the server's data, comes
 * back. No call waits for it; a fault is logged once until it works again.
 */
export const keepEnsuringSchedules = async (
  temporal: Client,
  { logger, stopping, everyMs = ENSURED_EVERY_MS }: { logger: Logger; stopping: AbortSignal; everyMs?: number },
): Promise<void> => {
  let isFailing = false;
  while (!stopping.aborted) {
    try {
      await ensureSchedules(temporal);
      isFailing = false;
    } catch (err) {
      if (!isFailing) logger.warn({ err }, "the schedules could not be made yet; they are tried again every minute");
      isFailing = true;
    }
    await delay(everyMs, undefined, { signal: stopping }).catch(() => {});
  }
};
