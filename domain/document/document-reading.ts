export interface DocumentQuestion {
  /** Who reads. */
  agentId: number;
  /** What the agent's step names, beside what the agent reads anyway. */
  documentUuids: readonly string[];
  question: string;
}

export interface WholeDocument {
  uuid: string;
  filename: string;
  text: string;
  /** Its end did not fit. */
  isCut: boolean;
}

/** A passage as an agent quotes it. */
export interface QuotedPassage {
  filename: string;
  text: string;
  /** Where it stands: under these headings, on this page or in this row, where the file has such. */
  passage: { context: string; page: number | null; row_number: number | null };
}

export interface DocumentReading {
  /** Those that are to be given as a whole, whatever was asked. */
  whole: WholeDocument[];
  /** Passages of the others, and of those that were cut; best first. */
  passages: QuotedPassage[];
  /** Says that meaning was not compared, or not in all of them, but only words. */
  degraded: "text only" | "partly text only" | null;
  /** The index did not answer: there may be passages all the same. Null: it did. */
  fault: Error | null;
}
