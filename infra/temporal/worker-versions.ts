import type { ConnectionLike } from "@temporalio/client";
import { hasCode, MISSING, UNIMPLEMENTED } from "./register-search-attributes.ts";

/** The worker deployment of Temporal to which every versioned worker belongs. */
export const DEPLOYMENT = "ringdown";

const STATUSES = ["unknown", "inactive", "current", "ramping", "draining", "drained"] as const;

export interface WorkerVersion {
  buildId: string;
  /** `inactive`: was never current; `draining`: workflows are still open on it; `drained`: its workers may be stopped. */
  status: (typeof STATUSES)[number];
}

export interface WorkerVersions {
  /** On which workflows begin; null: on workers without a version. */
  current: string | null;
  versions: WorkerVersion[];
}

/** Code of gRPC: versions of workers are turned off. */
const FAILED_PRECONDITION = 9;

/** Returns the versions of the workers that Temporal knows; null: this server does not know versions of workers. */
export const readWorkerVersions = async (
  { workflowService }: ConnectionLike,
  namespace: string,
): Promise<WorkerVersions | null> => {
  try {
    const { workerDeploymentInfo } = await workflowService.describeWorkerDeployment({
      namespace,
      deploymentName: DEPLOYMENT,
    });
    return {
      current: workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId || null,
      versions: (workerDeploymentInfo?.versionSummaries ?? []).map(({ deploymentVersion, status }) => ({
        buildId: deploymentVersion?.buildId ?? "",
        status: STATUSES[Number(status ?? 0)] ?? "unknown",
      })),
    };
  } catch (error) {
    if (hasCode(error, [MISSING])) return { current: null, versions: [] };
    // A server of before 1.28 either does not have the request, or has versions turned off.
    if (hasCode(error, [UNIMPLEMENTED, FAILED_PRECONDITION])) return null;
    throw error;
  }
};

/** Lets workflows begin on this version from now on. Rejects while Temporal does not know it: its worker has to ask for work first. */
export const makeVersionCurrent = async (
  { workflowService }: ConnectionLike,
  { namespace, buildId }: { namespace: string; buildId: string },
): Promise<void> => {
  await workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: DEPLOYMENT,
    buildId,
    identity: "ringdown-worker",
  });
};

/** Returns the command that makes a version current, as a roll-back does. */
export const writeMakeCurrent = (namespace: string, buildId: string): string =>
  `temporal worker deployment set-current-version --namespace ${namespace} --deployment-name ${DEPLOYMENT} --build-id ${buildId}`;
