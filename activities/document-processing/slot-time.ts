import { areDocumentsOfOthersWaiting } from "../../infra/postgres/document/waiting-documents.repository.ts";
import type { RestingPosition } from "../../workflows/document-processing/document-processing.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { DocumentSlots } from "./document-slots.ts";

/** The shortest time for which a document holds its place, so that resting costs it next to nothing. */
const TURN_MS = 20_000;
/** The shortest time where its organization has more than one place. */
const SURPLUS_TURN_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 5_000;
/** A turn of ten minutes is longer than any file may take of a processor. */
const MOST_DOUBLINGS = 5;

/** The time that a document holds its place in the worker. */
export interface SlotTime {
  /** Tells whether the turn has lasted long enough and documents of other organizations wait for a place. */
  isOver(): Promise<boolean>;
}

/** Thrown when a document gives its place back: it continues behind its rows when its turn comes again. */
export class SlotTimeOverError extends Error {
  override readonly name = "SlotTimeOverError";
  readonly position: RestingPosition;

  constructor(position: RestingPosition) {
    super("the document gives its place to others");
    this.position = position;
  }
}

export const startSlotTime = (
  {
    database,
    clock,
    places,
  }: Pick<WorkerDependencies, "database" | "clock"> & {
    places: Pick<DocumentSlots, "areAllTaken" | "countOf">;
  },
  { organizationId, startsAgain }: { organizationId: number; startsAgain: number },
): SlotTime => {
  const startedAtMs = clock.now().getTime();
  let askedAtMs = startedAtMs - ASK_AGAIN_AFTER_MS;
  let answer = Promise.resolve(false);
  // A file that is read from its start again must be read further than in the turn before.
  const wholeTurnMs = TURN_MS * 2 ** Math.min(startsAgain, MOST_DOUBLINGS);
  return {
    isOver: async () => {
      const nowMs = clock.now().getTime();
      const turnMs = places.countOf(organizationId) > 1 ? SURPLUS_TURN_MS : wholeTurnMs;
      if (nowMs < startedAtMs + turnMs) return false;
      // The heartbeat and the step ask, and either may need the answer that the other one got.
      if (nowMs < askedAtMs + ASK_AGAIN_AFTER_MS) return answer;
      // A document that waits although a place is free has lost its workflow, or has found its place by now.
      if (!places.areAllTaken()) return false;
      askedAtMs = nowMs;
      answer = areDocumentsOfOthersWaiting(database, organizationId);
      return answer;
    },
  };
};
