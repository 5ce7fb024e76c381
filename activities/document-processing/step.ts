import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import { z } from "zod";
import { DocumentTextError } from "../../domain/document/document-text-error.ts";
import {
  describeProgress,
  PROCESSING_STEPS,
  type ProcessingStep,
} from "../../domain/document/processing-progress.rules.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import { ObjectMissingError } from "../../infra/object-store/object-store.ts";
import { PassageIndexError } from "../../infra/passage-index/passage-index.ts";
import {
  describeState,
  findVersion,
  type VersionOfDocument,
} from "../../infra/postgres/document/version.repository.ts";
import { HEARTBEAT_EVERY_MS } from "../../infra/temporal/deadlines.ts";
import {
  documentProcessingContract,
  processingProgressSignal,
} from "../../workflows/document-processing/document-processing.contract.ts";
import type { RestingPosition, VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { REPORT_EVERY_MS } from "../heartbeat.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import { type SlotTime, SlotTimeOverError } from "./slot-time.ts";

export type DocumentDependencies = Pick<
  WorkerDependencies,
  | "database"
  | "objectStore"
  | "temporal"
  | "clock"
  | "logger"
  | "passageIndex"
  | "transcriptIndex"
  | "secrets"
  | "guardedRequests"
  | "defaultEmbeddings"
> & {
  /** Absent: the document keeps its place to the end. */
  turn?: SlotTime;
  /** Where the document was when its last turn was over. */
  restedAt?: RestingPosition;
};

/** Parts of a text that are read or written in one transaction. */
export const PARTS_AT_ONCE = 20;
/** The largest number of reports of a step, because each is an event of the workflow's history. */
const REPORTS = 10;
const NOTHING_DONE: Position = { done: 0, total: 0 };
const positionSchema = z
  .object({
    done: z.number().int(),
    total: z.number().int(),
    /** Absent: the activity has one step. */
    step: z.enum(PROCESSING_STEPS).optional(),
    /** The model of the vectors so far. */
    model: z.string().optional(),
    /** Absent: the activity has one version. */
    version: z.number().int().optional(),
    /** See RestingPosition. */
    startsAgain: z.number().int().optional(),
  })
  .catch({ done: 0, total: 0 });
type Position = z.output<typeof positionSchema>;
const DELETED = "The document was deleted, or another version of it came.";

export interface Step extends VersionOfDocument {
  address: VersionAddress;
  signal: AbortSignal;
  /**
   * Aborted when the place has to be given back while nothing is reached, as in a file that takes long: `reached` or the end of the
   * work then rests.
   */
  rest: AbortSignal;
  /** The progress of an earlier try with this step, from its last heartbeat; 0 without one. */
  doneBefore: number;
  /** The model of the earlier try's vectors; null: unknown. */
  modelBefore: string | null;
  /**
   * Reports the progress: with the heartbeat and, at intervals, in the row and the workflow. Throws when the step is
   * canceled.
   */
  reached(done: number, total: number, model?: string): Promise<void>;
}

/** Runs a step with heartbeats, reports the progress of a step that has a name, and converts permanent errors into failures with a sentence. */
export const runStep = async (
  deps: DocumentDependencies,
  { address, step }: { address: VersionAddress; step: ProcessingStep | null },
  work: (step: Step) => Promise<void>,
): Promise<void> => {
  const context = Context.current();
  if (context.cancellationSignal.aborted) throw canceled();
  // Kept until something is done, because the heartbeat is all that the next try knows.
  const told = positionSchema.parse(context.info.heartbeatDetails ?? deps.restedAt);
  let position = (told.version ?? address.version) === address.version ? told : NOTHING_DONE;
  const before = (position.step ?? step) === step ? position : NOTHING_DONE;
  const beganAtMs = performance.now();
  const rest = new AbortController();
  let askToRest = async () => {};
  const timer = setInterval(() => {
    context.heartbeat(position);
    void askToRest();
  }, HEARTBEAT_EVERY_MS);
  try {
    const found = await deps.database.inOrganization(address.organizationId, (tx) => findVersion(tx, address));
    if (!found) throw createPermanentFailure(DELETED);
    const isDue = async () => rest.signal.aborted || (deps.turn !== undefined && (await deps.turn.isOver()));
    const restWhenDue = async () => {
      if (step !== "fetch" && (await isDue())) throw new SlotTimeOverError(restingAt(position, { step, found }));
    };
    askToRest = async () => {
      try {
        if (step === "extract" && (await isDue())) rest.abort();
      } catch (err) {
        // The database is asked again with the next heartbeat; the work goes on meanwhile.
        deps.logger.warn({ err, document_uuid: address.documentUuid }, "nobody could be asked whether others wait");
      }
    };
    await restWhenDue();
    const report = step ? reporter(deps, { address, step, documentId: found.document.id }) : async () => {};
    await work({
      ...found,
      address,
      doneBefore: before.done,
      modelBefore: before.model ?? null,
      signal: context.cancellationSignal,
      rest: rest.signal,
      reached: async (done, total, model) => {
        if (context.cancellationSignal.aborted) throw canceled();
        const { version } = address;
        const { startsAgain } = position;
        position = {
          ...{ done, total, ...(step && { step, version }) },
          ...(model !== undefined && { model }),
          ...(startsAgain !== undefined && { startsAgain }),
        };
        // A short step sends no heartbeat, which costs the server about as much as the step.
        if (performance.now() - beganAtMs >= HEARTBEAT_EVERY_MS) context.heartbeat(position);
        await report(done, total);
        await restWhenDue();
      },
    });
  } catch (error) {
    throw toFailure(error);
  } finally {
    clearInterval(timer);
  }
};

/** Returns where a document continues; most files are read from their start again. */
const restingAt = (
  position: Position,
  { step, found }: { step: ProcessingStep | null; found: VersionOfDocument },
): Position => {
  const beginsAgain = step === "extract" && found.version.document_type !== "pdf";
  return beginsAgain ? { ...position, startsAgain: (position.startsAgain ?? 0) + 1 } : position;
};

const canceled = () => new CancelledFailure("processing was canceled");

/**
 * Converts an error for Temporal: into a permanent failure with a sentence, or a delay before a model is asked again.
 */
export const toFailure = (error: unknown): unknown => {
  if (error instanceof DocumentTextError) return createPermanentFailure(error.message);
  if (error instanceof ObjectMissingError)
    return createPermanentFailure("The file was not uploaded, or it is no longer there.");
  if (error instanceof PassageIndexError && error.code === "full") return createPermanentFailure(error.message);
  if (!(error instanceof ModelError)) return error;
  if (!error.isPassing) return createPermanentFailure(error.message);
  // The server names the delay.
  const wait = error.retryAfterMs === null ? {} : { nextRetryDelay: error.retryAfterMs };
  return ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: false, ...wait });
};

/** Another try would end the same way. */
export const createPermanentFailure = (sentence: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(sentence, "DocumentImpossible");

const reporter = (
  deps: DocumentDependencies,
  { address, step, documentId }: { address: VersionAddress; step: ProcessingStep; documentId: number },
) => {
  const { organizationId, version } = address;
  let reportedAtMs = deps.clock.now().getTime();
  let share = 0;
  return async (done: number, total: number): Promise<void> => {
    const nowMs = deps.clock.now().getTime();
    const isDue = nowMs - reportedAtMs >= REPORT_EVERY_MS && (total === 0 || done / total >= share + 1 / REPORTS);
    if (!isDue) return;
    reportedAtMs = nowMs;
    share = total === 0 ? 0 : done / total;
    const progress = { version, step, done, total };
    const detail = describeProgress(progress);
    await deps.database.inOrganization(organizationId, (tx) =>
      describeState(tx, documentId, { state: "indexing", detail }),
    );
    try {
      await signalIfOpen(
        deps.temporal,
        documentProcessingContract.workflowId(address),
        processingProgressSignal,
        progress,
      );
    } catch (err) {
      // The next report covers this one; the work itself is in the rows.
      deps.logger.warn({ err, document_uuid: address.documentUuid }, "a progress report was lost");
    }
  };
};
