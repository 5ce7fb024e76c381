/** By kind of row, and files: how many were removed. */
export type RemovedCounts = Readonly<Record<string, number>>;

/** Which runs a removal takes. Nothing of it names a person. */
export interface RunsToRemove {
  runIds?: readonly number[];
  agentId?: number;
  campaignId?: number;
  /** ISO 8601; half-open. */
  from?: string;
  to?: string;
  outcomes?: readonly string[];
  environment?: "production" | "sandbox";
}

/** So many ids can be named in one request. */
export const MOST_NAMED_RUNS = 10_000;

/** A run stays so long after its end while its campaign is not over, which judges by its newest calls how they fare. */
export const JUDGED_BY_CAMPAIGN_HOURS = 1;

/** Runs of one transaction: few enough that nobody waits long for their locks. */
export const RUNS_OF_A_BATCH = 100;
/** Rows without files, of one transaction. */
export const ROWS_OF_A_BATCH = 2_000;

/** An activity comes back after so long, so that progress is seen and a kill costs little. */
export const STEP_MS = 15_000;

/** Between looks at runs that are still in use. */
export const LOOK_AGAIN_SECONDS = 10;
export const MOST_LOOK_AGAIN_SECONDS = 600;

/** Returns how long to wait before the next look, which is rarer the longer it lasts. */
export const computeWaitSeconds = (looks: number): number =>
  Math.min(LOOK_AGAIN_SECONDS * 2 ** Math.max(0, looks - 1), MOST_LOOK_AGAIN_SECONDS);

/** Runs that are in use for longer than this stay, and the removal says how many. */
export const MOST_LOOKS = 160;
