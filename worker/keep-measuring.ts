import { setTimeout as delay } from "node:timers/promises";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { readInstallation } from "../infra/postgres/installation/installation.repository.ts";

const EVERY_MS = 60_000;
/** Less than the pause of one worker, so that the first of several measures and the others read. */
const MEASURED_EVERY_SECONDS = 55;

type Parts = Pick<WorkerDependencies, "database" | "logger" | "metrics" | "keepRunsDays" | "rowBytesPerOrganization">;

/** Keeps the figures of the installation for the scrapes, which ask the database nothing. A fault is logged once until it works again. */
export const keepMeasuring = async (
  { database, logger, metrics, keepRunsDays, rowBytesPerOrganization }: Parts,
  { stopping, everyMs = EVERY_MS }: { stopping: AbortSignal; everyMs?: number },
): Promise<void> => {
  const limits = { everySeconds: MEASURED_EVERY_SECONDS, keepRunsDays, rowBytesPerOrganization };
  let isFailing = false;
  while (!stopping.aborted) {
    try {
      metrics.installation.take(await readInstallation(database, limits));
      isFailing = false;
    } catch (err) {
      if (!isFailing)
        logger.warn({ err }, "the figures of the installation could not be measured; this is tried again every minute");
      isFailing = true;
    }
    await delay(everyMs, undefined, { signal: stopping }).catch(() => {});
  }
};
