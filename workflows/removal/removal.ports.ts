import type { RemovalInput } from "./removal.contract.ts";

/** What a step did, and what is left. */
export interface RemovalStep {
  removed: number;
  /** There is more to remove now. */
  more: boolean;
  /** Runs that are still in use. */
  waiting: number;
}

/** Each may run twice: the second finds what the first has left. */
export interface RemovalActivities {
  /** Removes batches of runs, and after the last of them the campaign's other rows, for some seconds. */
  removeSome(input: RemovalInput): Promise<RemovalStep>;
  /** Ends the removal in its row, in the timeline and in the record. */
  concludeRemoval(input: RemovalInput): Promise<void>;
}
