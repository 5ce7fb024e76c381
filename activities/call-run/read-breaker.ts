import { shouldTripBreaker } from "../../domain/campaign/circuit-breaker.rules.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { countOutcomesSince } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

export interface BreakerReading {
  trips: boolean;
  /** Counts of outcomes of the calls in the breaker's window. */
  outcomes: Record<string, number>;
  since: Date;
}

/**
 * Tells whether too many of a campaign's calls have failed since the breaker's window opened, or since its last resume.
 */
export const readBreaker = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  now: Date,
): Promise<BreakerReading> => {
  const config = campaign.circuit_breaker;
  const windowStart = new Date(now.getTime() - config.window_seconds * 1000);
  const resetAt = campaign.breaker_reset_at;
  const since = resetAt && resetAt > windowStart ? resetAt : windowStart;
  if (!config.enabled || campaign.state !== "running") return { trips: false, outcomes: {}, since };
  const outcomes = await countOutcomesSince(tx, campaign.id, since);
  return { trips: shouldTripBreaker(outcomes, config), outcomes, since };
};
