/** One thing that does not hold. */
export interface Fault {
  /** The entry's number; null: it is not of one entry. */
  entry: number | null;
  sentence: string;
}

/** One promise: what was counted for it, and where it does not hold. */
export interface Finding {
  promise: string;
  /** How many things were looked at. */
  checked: number;
  /** What they are: `attempts`. */
  of: string;
  faults: Fault[];
  /** Sentences about what holds. */
  notes?: string[];
}

export const createFinding = (promise: string, of: string): Finding => ({ promise, checked: 0, of, faults: [] });
