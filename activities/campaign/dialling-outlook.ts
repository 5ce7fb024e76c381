import { nextDueInZone } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { ZoneWindow } from "../../domain/campaign/zone-windows.ts";

export interface DiallingOutlook {
  /** The first instant at which a waiting contact is due and its window open; null: none waits. */
  nextDueAtMs: number | null;
  /** Set when contacts are due but every window they need is closed. */
  waitingUntilMs: number | null;
}

/** When the next contact can be dialled, looking at due times and windows together. */
export const outlookOf = async (
  tx: OrganizationTransaction,
  campaignId: number,
  windows: readonly ZoneWindow[],
): Promise<DiallingOutlook> => {
  const instants: { atMs: number; heldByWindow: boolean }[] = [];
  for (const { timezone, window } of windows) {
    const due = await nextDueInZone(tx, campaignId, timezone);
    if (!due || (!window.open && window.opensAtMs === null)) continue;
    const opensAtMs = window.open ? 0 : (window.opensAtMs ?? 0);
    instants.push({ atMs: Math.max(due.getTime(), opensAtMs), heldByWindow: opensAtMs > due.getTime() });
  }
  const first = instants.sort((a, b) => a.atMs - b.atMs)[0];
  return { nextDueAtMs: first?.atMs ?? null, waitingUntilMs: first?.heldByWindow ? first.atMs : null };
};
