import type { ZoneWindow } from "../../domain/campaign/zone-windows.ts";
import { type BudgetWait, isWaitingForBudget } from "../../infra/postgres/call/budget.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findNextDueInZone } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** A campaign that waits for a budget checks again at this interval, because its budget may be raised at any time. */
const BUDGET_RETRY_MS = 60_000;

export interface DiallingOutlook {
  /** The first instant at which a waiting contact is due and its window open; null: none waits. */
  nextDueAtMs: number | null;
  /** Set when contacts are due but all of their windows are closed. */
  waitingUntilMs: number | null;
}

/** Returns when the next contact can be dialled, from due times and windows together. */
export const computeOutlook = async (
  tx: OrganizationTransaction,
  { campaign, windows, now }: { campaign: Campaign; windows: readonly ZoneWindow[]; now: Date },
): Promise<DiallingOutlook> => {
  const instants: { atMs: number; heldByWindow: boolean }[] = [];
  for (const { timezone, window } of windows) {
    const due = await findNextDueInZone(tx, campaign.id, timezone);
    if (!due || (!window.open && window.opensAtMs === null)) continue;
    const opensAtMs = window.open ? 0 : (window.opensAtMs ?? 0);
    instants.push({ atMs: Math.max(due.getTime(), opensAtMs), heldByWindow: opensAtMs > due.getTime() });
  }
  const first = instants.sort((a, b) => a.atMs - b.atMs)[0];
  const outlook = { nextDueAtMs: first?.atMs ?? null, waitingUntilMs: first?.heldByWindow ? first.atMs : null };
  return isWaitingForBudget(campaign.budget_wait, now) ? afterBudget(outlook, campaign.budget_wait, now) : outlook;
};

const afterBudget = (outlook: DiallingOutlook, { until }: BudgetWait, now: Date): DiallingOutlook => {
  if (outlook.nextDueAtMs === null) return outlook;
  const untilMs = until === null ? Number.POSITIVE_INFINITY : new Date(until).getTime();
  const lookAtMs = Math.min(untilMs, now.getTime() + BUDGET_RETRY_MS);
  const nextDueAtMs = Math.max(outlook.nextDueAtMs, lookAtMs);
  return { nextDueAtMs, waitingUntilMs: outlook.waitingUntilMs ?? nextDueAtMs };
};
