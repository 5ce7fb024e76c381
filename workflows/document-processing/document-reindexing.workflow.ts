import {
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
} from "@temporalio/workflow";
import { DOCUMENT_QUEUE } from "../task-queues.ts";
import { explainProcessingFailure } from "./document-processing.details.ts";
import { modelChangedSignal, type ReindexingInput, type ReindexingResult } from "./document-reindexing.contract.ts";
import type { DocumentReindexingActivities, OutdatedVersion } from "./document-reindexing.ports.ts";

const { nextOutdated, embedAgain, indexAgain, switchVectors, failReindexing } =
  proxyActivities<DocumentReindexingActivities>({
    taskQueue: DOCUMENT_QUEUE,
    startToCloseTimeout: "2 hours",
    scheduleToCloseTimeout: "24 hours",
    heartbeatTimeout: "10 seconds",
    retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
  });

const TURNS_OF_ONE_HISTORY = 50;
const TOO_LONG = "The model gave none within a day; set the models again to have it asked once more.";

/** Makes vectors of an organization's new model for its documents, one after another, until all have them. */
export const knowledgeReindexing = async (
  organization: ReindexingInput,
  before: ReindexingResult = { done: 0, failed: 0 },
): Promise<ReindexingResult> => {
  let isAskedAgain = false;
  setHandler(modelChangedSignal, () => {
    isAskedAgain = true;
  });
  let result = before;
  for (let turn = 0; turn < TURNS_OF_ONE_HISTORY; turn += 1) {
    isAskedAgain = false;
    const next = await nextOutdated(organization);
    setCurrentDetails(detailsOf(next.kind === "document" ? next.version.documentUuid : next.kind, result));
    if (next.kind === "none" && !isAskedAgain) return result;
    if (next.kind === "busy") await sleep("15 seconds");
    if (next.kind === "document") result = counted(result, await reindex(next.version));
  }
  // The rows hold what was requested meanwhile.
  return continueAsNew<typeof knowledgeReindexing>(organization, result);
};

const reindex = async (version: OutdatedVersion): Promise<"done" | "failed"> => {
  try {
    await embedAgain(version);
    await indexAgain(version);
    await switchVectors(version);
    return "done";
  } catch (error) {
    if (isCancellation(error)) throw error;
    await failReindexing({ ...version, error: explainProcessingFailure(error, TOO_LONG) });
    return "failed";
  }
};

const counted = (result: ReindexingResult, end: "done" | "failed"): ReindexingResult => ({
  ...result,
  [end]: result[end] + 1,
});

const DOING: Readonly<Record<string, string>> = {
  none: "**every document has vectors of the model**",
  busy: "**waiting** for documents of which another version is being processed",
};

const detailsOf = (doing: string, { done, failed }: ReindexingResult): string =>
  `${DOING[doing] ?? `**making vectors** of document ${doing}`}; ${done} done, ${failed} failed`;
