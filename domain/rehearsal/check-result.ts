/** How one check of a rehearsed conversation came out. */
export interface CheckResult {
  kind: string;
  /** What was expected, in words. */
  expected: string;
  passed: boolean;
  /** What was found, where it did not pass. */
  found: string | null;
  /** The step of the agent where it shows; null: nowhere in particular. */
  node_id: string | null;
  /** The sentences that decided. */
  sentences: string[];
}

/** A conversation is green when every check passed. */
export const isGreen = (checks: readonly Pick<CheckResult, "passed">[]): boolean =>
  checks.every(({ passed }) => passed);
