import {
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
} from "@temporalio/workflow";
import { compareSteps, NOTHING_YET, type ProcessingProgress } from "../../domain/document/processing-progress.rules.ts";
import { DOCUMENT_QUEUE } from "../task-queues.ts";
import {
  type DocumentAddress,
  type ProcessingResult,
  processingProgressQuery,
  processingProgressSignal,
  versionQueuedSignal,
} from "./document-processing.contract.ts";
import { CANCELED, describeProcessing, explainProcessingFailure } from "./document-processing.details.ts";
import type { DocumentProcessingActivities, ProcessedVersion, RestingPosition } from "./document-processing.ports.ts";

const options = {
  taskQueue: DOCUMENT_QUEUE,
  startToCloseTimeout: "2 hours",
  scheduleToCloseTimeout: "24 hours",
  // After a kill of its worker a step continues elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
} as const;
const activities = proxyActivities<DocumentProcessingActivities>(options);
const { processNewest } = proxyActivities<DocumentProcessingActivities>({
  ...options,
  startToCloseTimeout: "4 hours",
  // The failures of all steps count together.
  retry: { ...options.retry, backoffCoefficient: 1.5 },
});

type OverVersion = Exclude<ProcessedVersion, { state: "resting" }>;

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
    if (isNews(report, progress)) show(report);
  });
  let result: ProcessingResult = { version: null, state: "nothing", error: null };
  do {
    isAskedAgain = false;
    result = (await takeAllSteps(document, show)) ?? result;
  } while (isAskedAgain);
  setCurrentDetails(describeProcessing(result.error ?? result.state, progress));
  return result;
};

/** Within one activity a version is known by its first report, or once it is over. */
const isNews = (report: ProcessingProgress, known: ProcessingProgress): boolean => {
  const [version, before] = [report.version ?? 0, known.version ?? 0];
  return version > before || (version === before && compareSteps(report, known) >= 0);
};

/** Each activity and each workflow task costs the server and the worker as much as a short document's whole step does. */
const takeAllSteps = async (document: DocumentAddress, show: Show): Promise<ProcessingResult | null> => {
  try {
    const processed = await processInTurns(document);
    if (!processed) return null;
    const { version, state } = processed;
    show({ version, step: "switch", done: 0, total: 0 });
    // The switch is an activity of its own: a worker that dies while it removes old versions would otherwise have the index filled
    // again.
    if (state === "prepared") await activities.switchVersion({ ...document, version });
    return { version, state: "ready", error: null };
  } catch (error) {
    const isCanceled = isCancellation(error);
    const sentence = isCanceled ? CANCELED : explainProcessingFailure(error);
    const failing = { ...document, error: sentence, alsoQueued: isCanceled };
    const failed = await CancellationScope.nonCancellable(() => activities.failUnfinished(failing));
    if (isCanceled) throw error;
    return { version: failed?.version ?? null, state: "failed", error: sentence };
  }
};

/** Each rest adds some events to the history, so a document that has rested this often goes on to its end. */
const MOST_RESTS = 100;

/** Gives the place of a long document back while documents of other organizations wait for one, and continues behind them. */
const processInTurns = async (document: DocumentAddress): Promise<OverVersion | null> => {
  let restedAt: RestingPosition | undefined;
  for (let rests = 0; ; rests += 1) {
    const processed = await processNewest({
      ...document,
      ...(rests < MOST_RESTS && { mayRest: true }),
      ...(restedAt && { restedAt }),
    });
    if (processed?.state !== "resting") return processed;
    restedAt = processed.position;
  }
};
