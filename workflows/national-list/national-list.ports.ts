import type { NationalListFigures, NationalListInput } from "./national-list.contract.ts";

/** The activities of a national list; each may run twice and does its work once. */
export interface NationalListActivities {
  /**
   * Streams the file into the numbers of the list and continues after the last batch that an earlier try added. A
   * permanent fault of the file fails it with a sentence. Does nothing for a list that is not to be loaded.
   */
  loadNationalList(input: NationalListInput): Promise<void>;
  /**
   * Puts a loaded list in force in place of its source's former one, or stores the sentence `error`; removes the file.
   */
  settleNationalList(input: NationalListInput & { error: string | null }): Promise<NationalListFigures>;
  /** Deletes the numbers of lists that are no longer in force. */
  dropFormerNumbers(input: NationalListInput): Promise<void>;
}
