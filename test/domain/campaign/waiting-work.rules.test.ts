import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  findWaitReason,
  WAIT_REASONS,
  type WaitingCampaign,
  type WaitReasonName,
} from "../../../domain/campaign/waiting-work.rules.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const FREE: WaitingCampaign = {
  nowMs: NOW,
  budgetSays: null,
  window: { open: true },
  firstDueAtMs: 0,
  organization: { live: 9, limit: 10 },
  account: { live: 9, limit: null },
  campaign: { live: 9, limit: 10 },
  paceSlotMs: 0,
};
/** The facts that cause each hold alone, and its sentence. */
const HELD: Record<Exclude<WaitReasonName, "turn">, { facts: Partial<WaitingCampaign>; says: string }> = {
  budget: { facts: { budgetSays: "The day's budget is used up" }, says: "The day's budget is used up" },
  calling_hours: {
    facts: { window: { open: false, opensAtMs: NOW + 3_600_000 } },
    says: "The calling windows of all contacts are closed; the first opens at 2026-11-22T13:00:00.000Z",
  },
  retry_wait: {
    facts: { firstDueAtMs: NOW + 60_000 },
    says: "All contacts that are left wait before they are tried again, the first until 2026-11-22T12:01:00.000Z",
  },
  organization_limit: {
    facts: { organization: { live: 10, limit: 10 } },
    says: "The organization has 10 calls under way; its limit is 10",
  },
  account_limit: {
    facts: { account: { live: 11, limit: 10 } },
    says: "The carrier account has 11 calls under way; its limit is 10",
  },
  campaign_limit: {
    facts: { campaign: { live: 10, limit: 10 } },
    says: "The campaign has 10 calls under way; its limit is 10",
  },
  pace: { facts: { paceSlotMs: NOW + 1001 }, says: "The carrier account's calls per second are taken" },
};
const holds = Object.keys(HELD) as (keyof typeof HELD)[];

describe("why the contacts of a campaign wait", () => {
  it.each(holds)("is %s, where nothing else holds them", (reason) => {
    expect(findWaitReason({ ...FREE, ...HELD[reason].facts })).toEqual({ reason, says: HELD[reason].says });
  });

  it("is their turn where nothing holds them, also at the edge of each limit", () => {
    expect(findWaitReason({ ...FREE, firstDueAtMs: NOW, paceSlotMs: NOW + 1000 })).toMatchObject({ reason: "turn" });
  });

  it("says when no window opens again", () => {
    expect(findWaitReason({ ...FREE, window: { open: false, opensAtMs: null } }).says).toContain(
      "no window opens again",
    );
  });

  it("is the first of all that hold them", () => {
    fc.assert(
      fc.property(fc.subarray(holds), (held) => {
        const facts = Object.assign({}, FREE, ...held.map((name) => HELD[name].facts));
        const first = WAIT_REASONS.find((name) => name === "turn" || held.includes(name));
        expect(findWaitReason(facts).reason).toBe(first);
      }),
    );
  });
});
