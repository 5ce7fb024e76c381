import { areDocumentsOfOthersWaiting } from "../../infra/postgres/document/waiting-documents.repository.ts";
import type { RestingPosition } from "../../workflows/document-processing/document-processing.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import type { DocumentPlaces } from "./document-places.ts";

/** The shortest time for which a document holds its place, so that resting costs it next to nothing. */
const TURN_MS = 20_000;
const ASK_AGAIN_AFTER_MS = 5_000;

/** The time that a document holds its place in the worker. */
export interface Turn {
  /** Tells whether the turn has lasted long enough and documents of other organizations wait for a place. */
  isOver(): Promise<boolean>;
}

/** Thrown when a document gives its place back: it continues behind its rows when its turn comes again. */
export class TurnOverError extends Error {
  override readonly name = "TurnOverError";
  readonly position: RestingPosition;

  constructor(position: RestingPosition) {
    super("the document gives its place to others");
    this.position = position;
  }
}

export const startTurn = (
  {
    database,
    clock,
    places,
  }: Pick<WorkerDependencies, "database" | "clock"> & {
    places: Pick<DocumentPlaces, "areAllTaken">;
  },
  organizationId: number,
): Turn => {
  let askAtMs = clock.now().getTime() + TURN_MS;
  return {
    isOver: async () => {
      const nowMs = clock.now().getTime();
      // A document that waits although a place is free has lost its workflow, or has found its place by now.
      if (nowMs < askAtMs || !places.areAllTaken()) return false;
      askAtMs = nowMs + ASK_AGAIN_AFTER_MS;
      return areDocumentsOfOthersWaiting(database, organizationId);
    },
  };
};
