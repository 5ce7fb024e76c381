import { makeContinueAsNewFunc, setWorkflowOptions, type Workflow, workflowInfo } from "@temporalio/workflow";

/**
 * Temporal refuses a task whose worker has no version and whose workflow says how it goes with versions. Such a worker has a version
 * of no deployment.
 */
const isVersioned = (): boolean => Boolean(workflowInfo().currentDeploymentVersion?.deploymentName);

/** Lets the runs of a workflow stay with the version of the workers on which they begin, where these have one. */
export const pinToVersion = <F extends Workflow>(workflow: F): void =>
  setWorkflowOptions(() => (isVersioned() ? { versioningBehavior: "PINNED" } : {}), workflow);

/**
 * Continues as new; a run that is pinned to a version of the workers goes on with the one that is current then. Without versions it
 * is the continuation of always.
 */
export const continueOnCurrentVersion = <F extends Workflow>(...args: Parameters<F>): Promise<never> =>
  makeContinueAsNewFunc<F>(isVersioned() ? { initialVersioningBehavior: "AUTO_UPGRADE" } : {})(...args);
