/** A campaign makes so many attempts a day at most, in its own zone. */
export const DAILY_QUOTAS = { least: 1, most: 1_000_000 } as const;

/** The attempts of a campaign's day that carriers were asked for, as far as it limits them. */
export interface QuotaStanding {
  limit: number;
  made: number;
  /** When the next day begins; epoch milliseconds. */
  renewsAtMs: number;
}

export const isQuotaSpent = ({ limit, made }: QuotaStanding): boolean => made >= limit;

/** Returns how many runs may be made: those that wait for their call have their part already. */
export const leftOfQuota = ({ limit, made }: QuotaStanding, queued: number): number =>
  Math.max(limit - made - queued, 0);

/** Returns the standing at a later instant, provided that nothing but the time changes. */
export const projectQuota = (standing: QuotaStanding, atMs: number): QuotaStanding =>
  atMs < standing.renewsAtMs ? standing : { ...standing, made: 0 };
