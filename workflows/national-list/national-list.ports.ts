import type { NationalListFigures, NationalListInput } from "./national-list.contract.ts";

/** What a national list needs done outside; each may run twice and does its work once. */
export interface NationalListActivities {
  /**
   * Streams the file into the numbers of the list, going on behind the last batch that an earlier try added. A file
   * that no further try can change fails it for good, with a sentence. Does nothing for a list that is not to be loaded.
   */
  loadNationalList(input: NationalListInput): Promise<void>;
  /** Puts a loaded list in force in place of its source's former one, or notes the sentence `error`; removes the file. */
  settleNationalList(input: NationalListInput & { error: string | null }): Promise<NationalListFigures>;
  /** Deletes the numbers of lists that are in force no more. */
  dropFormerNumbers(input: NationalListInput): Promise<void>;
}
