import { type NativeConnection, Worker } from "@temporalio/worker";
import { whenStopped } from "../../infra/stop-signal.ts";
import { BROWSER_MEDIA_QUEUE, MEDIA_QUEUE } from "../../workflows/task-queues.ts";
import type { VoiceActivities } from "../../workflows/voice.ports.ts";

/** Calls that wait for their person cost only an occasional request. */
const WAITING_CALLS = 500;

const QUEUES = [MEDIA_QUEUE, BROWSER_MEDIA_QUEUE] as const;
/** A call on the telephone is missed after five seconds, one in a browser after ten. */
const HEARTBEAT_EVERY = { [MEDIA_QUEUE]: "2 seconds", [BROWSER_MEDIA_QUEUE]: "3 seconds" } as const;

export interface MediaWorkers {
  queues: readonly string[];
  /** Carries calls until `stopping` aborts and those in progress have left the process. */
  run(stopping: AbortSignal): Promise<void>;
  areRunning(): boolean;
}

interface MediaWork {
  connection: NativeConnection;
  namespace: string;
  activities: VoiceActivities;
  /** The number of calls in which the process speaks at a time. */
  calls: number;
  /** The number of further calls of each queue that may wait for their person. */
  waitingCalls?: number;
}

/**
 * Creates workers that take calls on the telephone and web calls from queues of their own, so that pages that nobody joins never
 * delay a call on the telephone.
 */
export const createMediaWorkers = async ({
  connection,
  namespace,
  activities,
  calls,
  waitingCalls = WAITING_CALLS,
}: MediaWork): Promise<MediaWorkers> => {
  const workers = await Promise.all(
    QUEUES.map((taskQueue) =>
      Worker.create({
        connection,
        namespace,
        taskQueue,
        activities,
        maxConcurrentActivityTaskExecutions: calls + waitingCalls,
        shutdownGraceTime: "1 second",
        shutdownForceTime: "10 seconds",
        // A call needs no more of them to be taken up in time when this process is killed, and each is written down by Temporal.
        maxHeartbeatThrottleInterval: HEARTBEAT_EVERY[taskQueue],
        defaultHeartbeatThrottleInterval: HEARTBEAT_EVERY[taskQueue],
      }),
    ),
  );
  return {
    queues: QUEUES,
    run: async (stopping) => {
      // From here on each worker runs or has ended; one that did not run yet could not be shut down.
      const running = workers.map((worker) => worker.run());
      whenStopped(stopping, () => {
        for (const worker of workers) if (worker.getState() === "RUNNING") worker.shutdown();
      });
      await Promise.all(running);
    },
    areRunning: () => workers.every((worker) => worker.getState() === "RUNNING"),
  };
};
