import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decideAdmission } from "../../../domain/call/admission.rules.ts";
import type { AdmissionFacts } from "../../../domain/call/admission-facts.rules.ts";
import { listRemedies } from "../../../domain/call/remedies.ts";
import { admissionFacts, clearFacts, DAY_MS, NOW } from "./admission-facts.ts";

/** Returns what people can do about the refusal of this call. */
const waysOf = (change: Partial<AdmissionFacts>): string => {
  const facts = { ...clearFacts, ...change };
  const decision = decideAdmission(facts);
  if (!("outcome" in decision)) throw new Error(`the call is not blocked: ${decision.kind}`);
  return listRemedies(decision.outcome, facts).join(". ");
};

describe("what people can do about a blocked call", () => {
  it("is to change the organization's own list, but not a national one", () => {
    expect(waysOf({ onDoNotCall: true })).toMatch(/^Remove the number from the do-not-call list[^.]*$/);
    expect(waysOf({ onDoNotCall: true, doNotCallUntilMs: NOW + 1 })).toContain("when the entry has ended");
    const nationalList = { source: "FTC 212", asOf: "2026-11-01" };
    expect(waysOf({ nationalList, consent: "unknown" })).toMatch(/^Record the person's consent[^.]*$/);
  });

  it("is to record consent, or to attest it where it is unknown", () => {
    expect(waysOf({ consent: "withdrawn" })).toMatch(/^Record the person's consent[^.]*$/);
    expect(waysOf({ consent: "unknown", consentAttested: false })).toContain("Attest consent");
  });

  it("is to change the hours that hold, and to wait where they open again", () => {
    const closed = { open: false as const, opensAtMs: NOW + 1 };
    expect(waysOf({ window: closed })).toMatch(/within the calling hours.*hours of the organization/);
    const never = { open: false as const, opensAtMs: null };
    const hours = { zones: [], source: "campaign" as const };
    expect(waysOf({ window: never, hours })).toBe("Change the schedule of the campaign");
  });

  it("is what a rule pack asks for, or other packs", () => {
    const stop = { law: { pack: "uk@2026-11", rule: "a", paragraph: "1" }, sentence: "Rule a" };
    const refusedBy = (of: "consent" | "caller_id" | "own") =>
      waysOf({ rules: { packs: [], refused: { ...stop, of }, waits: null } });
    expect(refusedBy("consent")).toMatch(/^Record the person's consent.*other rule packs/);
    expect(refusedBy("caller_id")).toMatch(/^Call with a number that the rule asks for\. Choose other rule packs/);
    expect(refusedBy("own")).toMatch(/^Choose other rule packs[^.]*$/);
    const waits = (of: "hours" | "attempts", untilMs: number | null) =>
      waysOf({ rules: { packs: [], refused: null, waits: { ...stop, of, untilMs } } });
    expect(waits("hours", NOW + 1)).toMatch(/^Call again within the hours of the rule pack/);
    expect(waits("attempts", NOW + 1)).toMatch(/^Call again when the rule allows it/);
    expect(waits("hours", null)).toMatch(/^Call again when the rule allows it/);
  });

  it("is to wait for a day, or to raise the limit, where the number was dialled too often", () => {
    expect(waysOf({ maxAttemptsPerDay: 1, recentAttemptsMs: [NOW - 1] })).toMatch(
      /within 24 hours.*max_attempts_per_number_per_day/,
    );
  });

  it("is to make room in the budget by what it waits for", () => {
    const standing = {
      whose: "day" as const,
      limitMinor: 100,
      currency: "USD",
      spentMinor: 100,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: NOW + DAY_MS,
    };
    const waysWith = (change: Partial<typeof standing>) =>
      waysOf({
        campaignState: null,
        budgets: {
          standings: [{ ...standing, ...change }],
          highestCost: { amountMinor: 5, currency: "USD" },
          highestModelCost: null,
          highestSpeechCost: null,
        },
      });
    expect(waysWith({})).toContain("when the budget renews");
    expect(waysWith({ hasCallsUnderWay: true })).toContain("when calls under way have ended");
    expect(waysWith({ heldMinor: 1 })).toContain("have told the prices");
    expect(waysWith({ currency: "EUR" })).toContain("the operator add the price");
  });

  it("is something, whatever blocks it; and nothing is said of what is not blocked", () => {
    fc.assert(
      fc.property(admissionFacts, (facts) => {
        const decision = decideAdmission(facts);
        if (decision.kind === "block") expect(listRemedies(decision.outcome, facts)).not.toEqual([]);
        expect(listRemedies("answered", facts)).toEqual([]);
        expect(listRemedies("toString", facts)).toEqual([]);
      }),
    );
  });
});
