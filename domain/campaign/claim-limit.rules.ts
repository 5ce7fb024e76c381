/** Lines that several campaigns may share: of the organization, of a carrier account, or the campaign's own. */
export interface SharedLines {
  lines: number;
  /** Calls under way and runs that wait for a line, of everybody. */
  taken: number;
  /** Those of `taken` that belong to no campaign, as callers have them. */
  takenByOthers: number;
  takenByCampaign: number;
  /** The campaigns that hold any of `taken`, the claiming one included. */
  campaigns: number;
}

export interface ClaimCapacity {
  asked: number;
  shared: readonly SharedLines[];
  /** Runs of the claiming shard that have not ended. */
  takenByShard: number;
}

/** How soon a shard claims again after it was given less than it asked for, unless one of its calls ends before. */
export const CLAIM_RETRY_MS = 5000;

/** The seconds of pace for which runs may wait for their slots; more runs would only occupy places. */
const PACED_AHEAD_SECONDS = 5;
/** How soon a shard claims again that was given less because of its account's pace. */
export const PACED_RETRY_MS = 1000;

/** Returns how many more runs may wait for slots of an account that dials so many calls per second, where `queued` wait already. */
export const computePacedLimit = (perSecond: number, queued: number): number =>
  Math.max(Math.ceil(perSecond * PACED_AHEAD_SECONDS) - queued, 0);

/**
 * Returns how many runs a claim may make: as many as there are free lines, or as many as the campaign lacks of its equal share, so
 * that it need not wait until the others have ended. More runs would only ask for a line again and again. A shard without a call
 * gets one, because it would end without.
 */
export const computeClaimLimit = ({ asked, shared, takenByShard }: ClaimCapacity): number => {
  const room = Math.min(asked, ...shared.map(roomIn));
  return Math.min(Math.max(room, takenByShard === 0 ? 1 : 0), asked);
};

const roomIn = ({ lines, taken, takenByOthers, takenByCampaign, campaigns }: SharedLines): number =>
  Math.max(lines - taken, Math.ceil((lines - takenByOthers) / campaigns) - takenByCampaign);
