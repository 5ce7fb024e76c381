import {
  CancellationScope,
  isCancellation,
  patched,
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
  compareSteps,
  NOTHING_YET,
  PROCESSING_STEPS,
  type ProcessingProgress,
  type ProcessingStep,
} from "../../domain/document/processing-progress.rules.ts";
import type { DocumentProcessingActivities, FetchedContent, VersionAddress } from "./document-processing.ports.ts";
import { CANCELED, describeProcessing, explainProcessingFailure } from "./document-processing.details.ts";

const activities = proxyActivities<DocumentProcessingActivities>({
  taskQueue: DOCUMENT_QUEUE,
  startToCloseTimeout: "2 hours",
  scheduleToCloseTimeout: "24 hours",
  // After a kill of its worker a step continues elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** How earlier code went through the steps; documents that it began go on so. */
const SINGLE_STEPS: Readonly<Record<ProcessingStep, (version: VersionAddress) => Promise<FetchedContent | void>>> = {
  fetch: (version) => activities.fetchDocument(version),
  extract: (version) => activities.extractDocument(version),
  chunk: (version) => activities.chunkDocument(version),
  embed: (version) => activities.embedDocument(version),
  index: (version) => activities.indexDocument(version),
  switch: (version) => activities.switchVersion(version),
};

type Show = (progress: ProcessingProgress) => void;

/** Processes the versions of a document one after another, until none is left. */
export const documentProcessing = async (document: DocumentAddress): Promise<ProcessingResult> => {
  let progress = NOTHING_YET;
  const show: Show = (next) => {
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
    if (report.version === progress.version && compareSteps(report, progress) >= 0) show(report);
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

const processVersion = async (version: VersionAddress, show: Show): Promise<ProcessingResult> => {
  try {
    const takeSteps = patched("fewer-activities") ? takeStepsTogether : takeSingleSteps;
    const content = await takeSteps(version, show);
    return { version: version.version, state: content === "known" ? "known" : "ready", error: null };
  } catch (error) {
    const isCanceled = isCancellation(error);
    const sentence = isCanceled ? CANCELED : explainProcessingFailure(error);
    await CancellationScope.nonCancellable(() => activities.failVersion({ ...version, error: sentence }));
    if (isCanceled) throw error;
    return { version: version.version, state: "failed", error: sentence };
  }
};

/** Each activity costs the server and the worker as much as a short document's whole step does. */
const takeStepsTogether = async (version: VersionAddress, show: Show): Promise<FetchedContent> => {
  show({ version: version.version, step: "fetch", done: 0, total: 0 });
  const content = await activities.readDocument(version);
  if (content === "known") return content;
  show({ version: version.version, step: "embed", done: 0, total: 0 });
  await activities.indexVectors(version);
  // An activity of its own: a worker that dies in the switch would have the index filled again.
  show({ version: version.version, step: "switch", done: 0, total: 0 });
  await activities.switchVersion(version);
  return content;
};

const takeSingleSteps = async (version: VersionAddress, show: Show): Promise<FetchedContent> => {
  for (const step of PROCESSING_STEPS) {
    show({ version: version.version, step, done: 0, total: 0 });
    if ((await SINGLE_STEPS[step](version)) === "known") return "known";
  }
  return "new";
};
