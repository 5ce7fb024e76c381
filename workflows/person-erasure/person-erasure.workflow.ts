import {
  CancellationScope,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import {
  describeProgress,
  ERASURE_STEPS,
  type ErasureState,
  type ErasureStep,
  LOOK_AGAIN_SECONDS,
} from "../../domain/privacy/erasure.rules.ts";
import { shouldContinueAsNew } from "../history-length.ts";
import { FOLLOW_UP_QUEUE } from "../task-queues.ts";
import { erasureProgressQuery, type PersonErasureInput } from "./person-erasure.contract.ts";
import type { PersonErasureActivities } from "./person-erasure.ports.ts";

const { eraseStep } = proxyActivities<PersonErasureActivities>({
  taskQueue: FOLLOW_UP_QUEUE,
  startToCloseTimeout: "12 hours",
  heartbeatTimeout: "30 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/**
 * Erases a person from everything that the list of places names. An erasure that has begun is carried out, however often it is
 * interrupted: it cannot be canceled, because what is gone is gone.
 */
export const personErasure = (input: PersonErasureInput, from: ErasureStep = "find"): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    let state: ErasureState = "running";
    let current: ErasureStep | null = from;
    setHandler(erasureProgressQuery, () => describeProgress({ state, step: current }));
    for (let step: ErasureStep | undefined = from; step; ) {
      current = step;
      setCurrentDetails(`**erasing**: ${step}`);
      const again = await finish(input, step);
      if (again && shouldContinueAsNew()) await continueAsNew<typeof personErasure>(input, again);
      step = again ?? ERASURE_STEPS[ERASURE_STEPS.indexOf(step) + 1];
    }
    state = "done";
    current = null;
    setCurrentDetails("**done**; the receipt is in its row and in the record");
  });

/**
 * Calls end, and documents go, by workflows of their own, which are waited for. Returns the step to go back to when a call of the person
 * began meanwhile.
 */
const finish = async (input: PersonErasureInput, step: ErasureStep): Promise<ErasureStep | undefined> => {
  for (;;) {
    const { left, again } = await eraseStep.executeWithOptions({ summary: step }, [{ ...input, step }]);
    if (left === 0) return again;
    await sleep(LOOK_AGAIN_SECONDS * 1000, { summary: `${left} left` });
    if (shouldContinueAsNew()) await continueAsNew<typeof personErasure>(input, step);
  }
};
