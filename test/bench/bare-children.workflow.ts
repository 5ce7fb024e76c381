import { condition, ParentClosePolicy, proxyActivities, startChild, workflowInfo } from "@temporalio/workflow";

const { nothing } = proxyActivities<{ nothing(): Promise<void> }>({ startToCloseTimeout: "30 seconds" });

/** One activity that does nothing: the least that a call could be. */
export const bareChild = async (): Promise<void> => {
  await nothing();
};

/** `count` children, `window` of them at a time: the floor of a campaign. */
export const bareParent = async ({ count, window }: { count: number; window: number }): Promise<void> => {
  let live = 0;
  for (let index = 0; index < count; index += 1) {
    await condition(() => live < window);
    live += 1;
    const child = await startChild(bareChild, {
      workflowId: `${workflowInfo().workflowId}/${index}`,
      parentClosePolicy: ParentClosePolicy.ABANDON,
    });
    void child.result().then(() => {
      live -= 1;
    });
  }
  await condition(() => live === 0);
};
