export interface DocumentQuestion {
  /** The agent that reads. */
  agentId: number;
  /** The documents that the step names, beside those that the agent always reads. */
  documentUuids: readonly string[];
  question: string;
}

export interface WholeDocument {
  uuid: string;
  filename: string;
  text: string;
  /** The end was cut off because it did not fit. */
  isCut: boolean;
}

/** A passage as an agent quotes it. */
export interface QuotedPassage {
  filename: string;
  text: string;
  /** Its headings, page or row, where the file has them. */
  passage: { context: string; page: number | null; row_number: number | null };
  /** How well it fits the question, 0 to 1. */
  similarity: number;
}

export interface DocumentReading {
  /** The documents that are given whole, whatever the question. */
  whole: WholeDocument[];
  /** Passages of the other documents, and of those that were cut; best first. */
  passages: QuotedPassage[];
  /** Set when vectors were not compared, or not for all documents; then only words were. */
  degraded: "text only" | "partly text only" | null;
  /** How many documents are still being processed for the first time and were not searched; absent: none. */
  unready?: number;
  /** The error of the index; there may still be passages. Null: no error. */
  fault: Error | null;
}
