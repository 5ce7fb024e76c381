import { ActivityNotFoundError, type Client, isGrpcServiceError } from "@temporalio/client";

interface OpenWorkflow {
  workflowId: string;
  runId: string;
  /** Ids of its activities that were under way. */
  activityIds: string[];
}

export interface LostWorkers {
  /** To be called when a worker was killed, before another one starts. */
  tell(): Promise<void>;
}

/** `temporal.api.enums.v1.PendingActivityState` */
const STARTED = 2;

/**
 * Tells the server of a test's namespace that a worker is lost, which it notices by itself only when the time-outs of
 * heartbeats and tasks have passed: the next attempts come as they would come then, ten seconds sooner. The first loss
 * that takes activities with it is left to the server, so that the time-outs are tried too.
 */
export const watchLostWorkers = (temporal: Client): LostWorkers => {
  let wasNoticed = false;
  return {
    tell: async () => {
      const open = await openWorkflows(temporal);
      if (wasNoticed) await Promise.all(open.map((workflow) => giveUpTasks(temporal, workflow)));
      wasNoticed ||= open.some(({ activityIds }) => activityIds.length > 0);
    },
  };
};

const openWorkflows = async ({ workflow }: Client): Promise<OpenWorkflow[]> => {
  const open: OpenWorkflow[] = [];
  for await (const { workflowId, runId } of workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    const { raw, status } = await workflow.getHandle(workflowId, runId).describe();
    const started = (raw.pendingActivities ?? []).filter(({ state }) => state === STARTED);
    if (status.name !== "RUNNING") continue;
    open.push({ workflowId, runId, activityIds: started.map(({ activityId }) => activityId ?? "") });
  }
  return open;
};

/** `NOT_FOUND` of gRPC */
const NOT_FOUND = 5;

/** Tells whether the workflow was closed meanwhile. */
const isOver = (error: unknown): boolean => isGrpcServiceError(error) && Number(error.code) === NOT_FOUND;

/** Its next task goes to any worker, and what was under way is tried again. */
const giveUpTasks = async (temporal: Client, { workflowId, runId, activityIds }: OpenWorkflow): Promise<void> => {
  const { connection, options } = temporal;
  const execution = { workflowId, runId };
  const reset = connection.workflowService.resetStickyTaskQueue({ namespace: options.namespace, execution });
  await reset.catch((error: unknown) => {
    if (!isOver(error)) throw error;
  });
  for (const activityId of activityIds) {
    const lost = temporal.activity.fail({ workflowId, runId, activityId }, new Error("its worker was killed"));
    await lost.catch((error: unknown) => {
      if (!(error instanceof ActivityNotFoundError)) throw error;
    });
  }
};
