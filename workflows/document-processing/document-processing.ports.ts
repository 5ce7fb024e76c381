import type { ProcessingStep } from "../../domain/document/processing-progress.rules.ts";
import type { DocumentAddress } from "./document-processing.contract.ts";

export interface VersionAddress extends DocumentAddress {
  version: number;
}

/** The position of a version when its turn was over; the rows hold the results of earlier steps. */
export interface RestingPosition {
  done: number;
  total: number;
  step?: ProcessingStep | undefined;
  model?: string | undefined;
  version?: number | undefined;
  /** How often the reading of its file was interrupted that has to begin at the start again. Absent: never. */
  startsAgain?: number | undefined;
}

/**
 * `prepared`: `switchVersion` has to make it the one that readers get; `ready`: readers get it; `resting`: documents of other
 * organizations come first, and another request continues from the position.
 */
export type ProcessedVersion =
  | { version: number; state: "prepared" | "ready" }
  | { version: number; state: "resting"; position: RestingPosition };

export interface DocumentToProcess extends DocumentAddress {
  /** The activity may give its place back before the version is done. Absent after many rests. */
  mayRest?: boolean;
  restedAt?: RestingPosition;
}

/**
 * The activities that process versions. Each may run twice and continues where an earlier try stopped; a permanent fault fails it
 * with a sentence.
 */
export interface DocumentProcessingActivities {
  /**
   * Begins the newest unfinished version, gives up older unfinished ones, and takes all steps. Only what a version
   * replaces is left to `switchVersion`. Null: nothing is left to do.
   */
  processNewest(document: DocumentToProcess): Promise<ProcessedVersion | null>;
  /** Makes this version the one that readers get, and removes older ones. */
  switchVersion(version: VersionAddress): Promise<void>;
  /**
   * Fails the version that was begun; with `alsoQueued` the newest waiting one where none was. Null: there is none.
   */
  failUnfinished(
    document: DocumentAddress & { error: string; alsoQueued: boolean },
  ): Promise<{ version: number } | null>;
}
