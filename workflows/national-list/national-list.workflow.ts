import { CancellationScope, isCancellation, proxyActivities, setCurrentDetails } from "@temporalio/workflow";
import { IMPORT_QUEUE } from "../task-queues.ts";
import type { NationalListFigures, NationalListInput } from "./national-list.contract.ts";
import { CANCELED, describeNationalList, explainNationalListFailure } from "./national-list.details.ts";
import type { NationalListActivities } from "./national-list.ports.ts";

const ATTEMPT = {
  taskQueue: IMPORT_QUEUE,
  // The time includes the wait behind other files of the organization.
  startToCloseTimeout: "6 hours",
  // After a kill of its worker a list continues elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
} as const;

const { loadNationalList, dropFormerNumbers } = proxyActivities<Omit<NationalListActivities, "settleNationalList">>({
  ...ATTEMPT,
  scheduleToCloseTimeout: "24 hours",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes", maximumAttempts: 12 },
});

/** Without a limit of attempts: a list that is never settled would be shown as loading for ever. */
const { settleNationalList } = proxyActivities<Pick<NationalListActivities, "settleNationalList">>({
  ...ATTEMPT,
  scheduleToCloseTimeout: "30 days",
  retry: { initialInterval: "1 second", maximumInterval: "5 minutes" },
});

/**
 * Loads a national do-not-call list, puts it in force, and removes the numbers of lists that are no longer in force.
 */
export const nationalList = async (input: NationalListInput): Promise<NationalListFigures> => {
  setCurrentDetails("**loading**, nothing of it is in force yet");
  const failure = await loadNationalList(input).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const canceled = failure !== null && isCancellation(failure.error);
  const error = failure && (canceled ? CANCELED : explainNationalListFailure(failure.error));
  const figures = await CancellationScope.nonCancellable(async () => {
    const settled = await settleNationalList({ ...input, error });
    setCurrentDetails(describeNationalList(settled));
    await dropFormerNumbers(input);
    return settled;
  });
  if (canceled) throw failure.error;
  return figures;
};
