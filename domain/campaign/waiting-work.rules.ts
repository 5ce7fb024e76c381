import { MINUTE_MS } from "../time/durations.rules.ts";

/** Names what can hold back the waiting contacts of a running campaign, in the order in which it is looked for. */
export const WAIT_REASONS = [
  "budget",
  "calling_hours",
  "retry_wait",
  "organization_limit",
  "account_limit",
  "campaign_limit",
  "pace",
  "turn",
] as const;
export type WaitReasonName = (typeof WAIT_REASONS)[number];

/**
 * A campaign that waits looks again within this time where something may come meanwhile: its budget may be raised, a step of its journey may
 * make a contact due, and a conversation that is not concluded may lead to one.
 */
export const LOOK_AGAIN_WITHIN_MS = MINUTE_MS;

/** While only calls of earlier shards are in progress, a campaign is assessed again after this. */
export const DRAINING_RETRY_MS = 2000;

/** Compares the calls under way with their limit; null: there is none. */
export interface LiveCalls {
  live: number;
  limit: number | null;
}

/** Describes a running campaign with waiting contacts, as the database has it at one moment. */
export interface WaitingCampaign {
  nowMs: number;
  /** The sentence of the budget that it waits for; null: it waits for none. */
  budgetSays: string | null;
  /** Open when a calling window of its contacts is; otherwise with the first opening, null: never. */
  window: { open: true } | { open: false; opensAtMs: number | null };
  /** When the first contact is due. */
  firstDueAtMs: number;
  organization: LiveCalls;
  account: LiveCalls;
  campaign: LiveCalls;
  /** The next instant at which its carrier account may dial; 0: at once. */
  paceSlotMs: number;
}

export interface WaitReason {
  reason: WaitReasonName;
  /** A sentence for people. */
  says: string;
}

const instantText = (atMs: number): string => new Date(atMs).toISOString();

const isFull = ({ live, limit }: LiveCalls): boolean => limit !== null && live >= limit;

const full = (whose: string, { live, limit }: LiveCalls): string =>
  `The ${whose} has ${live} calls under way; its limit is ${limit}`;

/** The next slot of an account that dials at its pace is nearer than this; behind a later one calls wait. */
const PACE_TAKEN_MS = 1000;

/** Tells why the campaign's contacts are not called at this moment: the first thing that holds them back. */
export const findWaitReason = (asked: WaitingCampaign): WaitReason => {
  const { nowMs, budgetSays, window, firstDueAtMs, organization, account, campaign, paceSlotMs } = asked;
  if (budgetSays !== null) return { reason: "budget", says: budgetSays };
  if (!window.open) {
    const opens =
      window.opensAtMs === null ? "no window opens again" : `the first opens at ${instantText(window.opensAtMs)}`;
    return { reason: "calling_hours", says: `The calling windows of all contacts are closed; ${opens}` };
  }
  if (firstDueAtMs > nowMs)
    return {
      reason: "retry_wait",
      says: `All contacts that are left wait before they are tried again, the first until ${instantText(firstDueAtMs)}`,
    };
  if (isFull(organization)) return { reason: "organization_limit", says: full("organization", organization) };
  if (isFull(account)) return { reason: "account_limit", says: full("carrier account", account) };
  if (isFull(campaign)) return { reason: "campaign_limit", says: full("campaign", campaign) };
  if (paceSlotMs - nowMs > PACE_TAKEN_MS)
    return { reason: "pace", says: "The carrier account's calls per second are taken" };
  return { reason: "turn", says: "Nothing holds it back: its next calls are made in turn with those of others" };
};
