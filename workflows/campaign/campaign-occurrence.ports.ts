import type { CampaignAddress } from "./campaign.contract.ts";

/** The activities of one time of a recurring campaign; each may run twice. */
export interface CampaignOccurrenceActivities {
  /**
   * Makes and starts the campaign of a time, once for what the clock of its zone shows then. Null: none is made, because the parent
   * is active no more, the date is a holiday, the time is left out because it was missed, or something has to be repaired first, which is logged.
   * `seenAtMs` is when a worker saw that the time had come; absent in histories of earlier releases.
   */
  makeOccurrence(input: CampaignAddress & { atMs: number; seenAtMs?: number }): Promise<{ childId: number | null }>;
  /** Tells whether the campaign of a time calls nobody any more: it has ended, or failed. */
  isOccurrenceOver(input: CampaignAddress & { childId: number }): Promise<boolean>;
  /** Ends the campaign of a time for good, because the next one takes its place. */
  stopOccurrence(input: CampaignAddress & { childId: number }): Promise<void>;
}
