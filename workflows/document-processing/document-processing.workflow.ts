import {
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from "@temporalio/workflow";
import { DOCUMENT_QUEUE } from "../task-queues.ts";
import {
  type DocumentAddress,
  processingProgressQuery,
  processingProgressSignal,
  type ProcessingResult,
  versionQueuedSignal,
} from "./document-processing.contract.ts";
import {
  PROCESSING_STEPS,
  type ProcessingProgress,
  type ProcessingStep,
} from "../../domain/document/processing-progress.rules.ts";
import type { DocumentProcessingActivities, FetchedContent, VersionAddress } from "./document-processing.ports.ts";
import { CANCELED, describeProcessing, explainProcessingFailure } from "./document-processing.details.ts";
import { NOTHING_YET } from "../../domain/document/processing-progress.rules.ts";

const activities = proxyActivities<DocumentProcessingActivities>({
  taskQueue: DOCUMENT_QUEUE,
  startToCloseTimeout: "2 hours",
  scheduleToCloseTimeout: "24 hours",
  // After a kill of its worker a step continues elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

const STEPS: Readonly<Record<ProcessingStep, (version: VersionAddress) => Promise<FetchedContent | void>>> = {
  fetch: (version) => activities.fetchDocument(version),
  extract: (version) => activities.extractDocument(version),
  chunk: (version) => activities.chunkDocument(version),
  embed: (version) => activities.embedDocument(version),
  index: (version) => activities.indexDocument(version),
  switch: (version) => activities.switchVersion(version),
};

/** Processes the versions of a document one after another, until none is left. */
export const documentProcessing = async (document: DocumentAddress): Promise<ProcessingResult> => {
  let progress = NOTHING_YET;
  const show = (next: ProcessingProgress) => {
    progress = next;
    setCurrentDetails(describeProcessing("processing", progress));
  };
  let isAskedAgain = false;
  setHandler(versionQueuedSignal, () => {
    isAskedAgain = true;
  });
  setHandler(processingProgressQuery, () => progress);
  // Late reports of a finished step are ignored.
  setHandler(processingProgressSignal, (report) => {
    if (report.version === progress.version && report.step === progress.step) show(report);
  });
  let result: ProcessingResult = { version: null, state: "nothing", error: null };
  do {
    isAskedAgain = false;
    const begun = await activities.beginVersion(document);
    if (begun) result = await processVersion({ ...document, ...begun }, show);
  } while (isAskedAgain);
  setCurrentDetails(describeProcessing(result.error ?? result.state, progress));
  return result;
};

const processVersion = async (
  version: VersionAddress,
  show: (progress: ProcessingProgress) => void,
): Promise<ProcessingResult> => {
  try {
    for (const step of PROCESSING_STEPS) {
      show({ version: version.version, step, done: 0, total: 0 });
      const content = await STEPS[step](version);
      if (content === "known") return { version: version.version, state: "known", error: null };
    }
    return { version: version.version, state: "ready", error: null };
  } catch (error) {
    const isCanceled = isCancellation(error);
    const sentence = isCanceled ? CANCELED : explainProcessingFailure(error);
    await CancellationScope.nonCancellable(() => activities.failVersion({ ...version, error: sentence }));
    if (isCanceled) throw error;
    return { version: version.version, state: "failed", error: sentence };
  }
};
