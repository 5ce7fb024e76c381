import type { ConnectionLike } from "@temporalio/client";
import type { WorkerOptions } from "@temporalio/worker";
import pRetry from "p-retry";
import type { Config } from "../infra/config/config.ts";
import type { Logger } from "../infra/logger.ts";
import { DEPLOYMENT, makeVersionCurrent, readWorkerVersions } from "../infra/temporal/worker-versions.ts";

type DeploymentOptions = Pick<WorkerOptions, "workerDeploymentOptions">;

export interface OwnVersion {
  /** Empty where the worker has no version. */
  options: DeploymentOptions;
  /** Makes a version current that is new here, once its workers ask for work. Never rejects. */
  announce(): Promise<void>;
}

const NONE: OwnVersion = { options: {}, announce: async () => {} };
const ANNOUNCES_EVERY_MS = 1000;

/**
 * Finds out which version this worker has. A version that Temporal does not know becomes current by itself; one that it knows, as that
 * of a worker which starts again, changes nothing, so that a roll-back holds. A server without versions of workers gets workers without.
 */
export const readOwnVersion = async (
  connection: ConnectionLike,
  config: Pick<Config, "WORKER_BUILD_ID" | "TEMPORAL_NAMESPACE">,
  { logger, stopping }: { logger: Logger; stopping: AbortSignal },
): Promise<OwnVersion> => {
  const { WORKER_BUILD_ID: buildId, TEMPORAL_NAMESPACE: namespace } = config;
  if (buildId === undefined) return NONE;
  const known = await readWorkerVersions(connection, namespace);
  if (known === null) {
    logger.warn(
      "this Temporal knows no versions of workers: WORKER_BUILD_ID is left aside, and every worker takes everything",
    );
    return NONE;
  }
  const isNew = known.current === null || !known.versions.some((version) => version.buildId === buildId);
  return {
    options: {
      workerDeploymentOptions: {
        version: { deploymentName: DEPLOYMENT, buildId },
        useWorkerVersioning: true,
        // What is not pinned in its own file moves to the current version with its next task, and goes through `patched`.
        defaultVersioningBehavior: "AUTO_UPGRADE",
      },
    },
    announce: async () => {
      if (!isNew)
        return logger.info({ buildId, current: known.current }, "this version of the workers is known already");
      try {
        await pRetry(() => makeVersionCurrent(connection, { namespace, buildId }), {
          retries: Infinity,
          factor: 1,
          minTimeout: ANNOUNCES_EVERY_MS,
          signal: stopping,
        });
        logger.info(
          { buildId, before: known.current },
          "this version of the workers is current: workflows begin on it",
        );
      } catch (err) {
        if (!stopping.aborted) logger.error({ err, buildId }, "this version of the workers could not be made current");
      }
    },
  };
};
