import { executeChild, proxyActivities, workflowInfo } from "@temporalio/workflow";

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: "30 seconds" });

/** One activity that does nothing: the lower bound of a call. */
export const bareChild = async (): Promise<void> => {
  await nothing();
};

/** `count` children, `window` of them at a time: the floor of a campaign. */
export const bareParent = async ({ count, window }: { count: number; window: number }): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const workflowId = `${workflowInfo().workflowId}/${next}`;
      next += 1;
      await executeChild(bareChild, { workflowId });
    }
  };
  await Promise.all(Array.from({ length: window }, lane));
};
