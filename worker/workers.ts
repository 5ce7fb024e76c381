import { type NativeConnection, Worker } from "@temporalio/worker";
import type { WorkerDependencies } from "../activities/dependencies.ts";
import { createFailureInterceptor } from "../activities/failure-interceptor.ts";
import { TOOL_QUEUE } from "../workflows/task-queues.ts";
import { describeQueueWorkers } from "./queues.ts";
import type { ToolCallCount } from "./tool-call-count.ts";
import { createTracingInterceptor } from "./tracing-interceptor.ts";
import type { OwnVersion } from "./worker-version.ts";

export interface WorkerSettings {
  connection: NativeConnection;
  namespace: string;
  bundle: { code: string };
  deps: WorkerDependencies;
  toolCalls: ToolCallCount;
  /** Default: none. */
  version?: OwnVersion;
}

/** Creates one Temporal worker for each queue, not yet running. */
export const createWorkers = ({
  connection,
  namespace,
  bundle,
  deps,
  toolCalls,
  version,
}: WorkerSettings): Promise<Worker[]> =>
  Promise.all(
    describeQueueWorkers(deps).map(({ taskQueue, runsWorkflows, activities, limits }) =>
      Worker.create({
        connection,
        namespace,
        taskQueue,
        activities,
        ...version?.options,
        ...(runsWorkflows && { workflowBundle: bundle }),
        interceptors: {
          activity: [
            ({ info }) => ({ inbound: createTracingInterceptor(deps.tracing, info) }),
            () => ({ inbound: createFailureInterceptor(deps.logger) }),
            ...(taskQueue === TOOL_QUEUE ? [() => ({ inbound: toolCalls.interceptor })] : []),
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
