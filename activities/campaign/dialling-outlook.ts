import { isQuotaSpent, type QuotaStanding } from "../../domain/campaign/daily-quota.rules.ts";
import { LOOK_AGAIN_WITHIN_MS } from "../../domain/campaign/waiting-work.rules.ts";
import { type HoursReading, readEndOf, type ZoneWindow } from "../../domain/campaign/zone-windows.ts";
import { type BudgetWait, isWaitingForBudget } from "../../infra/postgres/call/budget.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findNextDueInZone } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

export interface DiallingOutlook {
  /** The first instant at which a waiting contact is due and its window open; null: none waits. */
  nextDueAtMs: number | null;
  /** Set when contacts are due but all of their windows are closed. */
  waitingUntilMs: number | null;
}

/** Returns when the next contact can be dialled, from due times and windows together. */
export const computeOutlook = async (
  tx: OrganizationTransaction,
  {
    campaign,
    hours,
    windows,
    now,
    quota,
  }: {
    campaign: Campaign;
    hours: HoursReading;
    windows: readonly ZoneWindow[];
    now: Date;
    /** Null: nothing limits the attempts of a day. */
    quota: QuotaStanding | null;
  },
): Promise<DiallingOutlook> => {
  const instants: { atMs: number; heldByWindow: boolean }[] = [];
  for (const { timezone, window } of windows) {
    const due = await findNextDueInZone(tx, campaign.id, timezone);
    if (!due) continue;
    // Those who are never called any more are closed by the next claim.
    if (!window.open && window.opensAtMs === null) {
      instants.push({ atMs: now.getTime(), heldByWindow: false });
      continue;
    }
    const opensAtMs = window.open ? 0 : (window.opensAtMs ?? 0);
    const atMs = Math.max(due.getTime(), opensAtMs);
    const endMs = readEndOf(hours, timezone);
    // At the end those are closed who are due only afterwards.
    instants.push(
      endMs < atMs ? { atMs: endMs, heldByWindow: false } : { atMs, heldByWindow: opensAtMs > due.getTime() },
    );
  }
  const first = instants.sort((a, b) => a.atMs - b.atMs)[0];
  const due = { nextDueAtMs: first?.atMs ?? null, waitingUntilMs: first?.heldByWindow ? first.atMs : null };
  const outlook = quota && isQuotaSpent(quota) ? afterQuota(due, quota) : due;
  return isWaitingForBudget(campaign.budget_wait, now) ? afterBudget(outlook, campaign.budget_wait, now) : outlook;
};

/** Those whom the campaign ends for are closed meanwhile by the first claim of the next day. */
const afterQuota = (outlook: DiallingOutlook, { renewsAtMs }: QuotaStanding): DiallingOutlook => {
  if (outlook.nextDueAtMs === null) return outlook;
  const nextDueAtMs = Math.max(outlook.nextDueAtMs, renewsAtMs);
  return { nextDueAtMs, waitingUntilMs: nextDueAtMs };
};

const afterBudget = (outlook: DiallingOutlook, { until }: BudgetWait, now: Date): DiallingOutlook => {
  if (outlook.nextDueAtMs === null) return outlook;
  const untilMs = until === null ? Number.POSITIVE_INFINITY : new Date(until).getTime();
  const lookAtMs = Math.min(untilMs, now.getTime() + LOOK_AGAIN_WITHIN_MS);
  const nextDueAtMs = Math.max(outlook.nextDueAtMs, lookAtMs);
  return { nextDueAtMs, waitingUntilMs: outlook.waitingUntilMs ?? nextDueAtMs };
};
