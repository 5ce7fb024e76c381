import { type NativeConnection, Worker } from "@temporalio/worker";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { describeFailures } from "../activities/failures.ts";
import { followActivity } from "./follow-activity.ts";
import { describeQueueWorkers } from "./queues.ts";

export interface WorkerSettings {
  connection: NativeConnection;
  namespace: string;
  bundle: { code: string };
  deps: WorkerDependencies;
}

/** Creates one Temporal worker for each queue, not yet running. */
export const createWorkers = ({ connection, namespace, bundle, deps }: WorkerSettings): Promise<Worker[]> =>
  Promise.all(
    describeQueueWorkers(deps).map(({ taskQueue, runsWorkflows, activities, limits }) =>
      Worker.create({
        connection,
        namespace,
        taskQueue,
        activities,
        ...(runsWorkflows && { workflowBundle: bundle }),
        interceptors: {
          activity: [
            ({ info }) => ({ inbound: followActivity(deps.tracing, info) }),
            () => ({ inbound: describeFailures(deps.logger) }),
          ],
        },
        shutdownGraceTime: "20 seconds",
        shutdownForceTime: "25 seconds",
        maxHeartbeatThrottleInterval: "2 seconds",
        defaultHeartbeatThrottleInterval: "2 seconds",
        ...limits,
      }),
    ),
  );
