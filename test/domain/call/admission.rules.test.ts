import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type AdmissionFacts, decideAdmission, PACE_WAIT_IN_PLACE_MS } from "../../../domain/call/admission.rules.ts";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

const clear: AdmissionFacts = {
  nowMs: NOW,
  dialByMs: null,
  campaignState: "running",
  onDoNotCall: false,
  consent: "granted",
  consentAttested: true,
  window: { open: true },
  recentAttemptsMs: [],
  maxAttemptsPerDay: null,
  capacities: [{ whose: "campaign", live: 0, limit: 10 }],
  budgets: { standings: [], highestCost: null },
  paceSlotMs: 0,
};

const SPENT = {
  standings: [
    {
      whose: "day" as const,
      limitMinor: 100,
      currency: "USD",
      spentMinor: 95,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: NOW + 1000,
    },
  ],
  highestCost: { amountMinor: 6, currency: "USD" },
};

const facts: fc.Arbitrary<AdmissionFacts> = fc.record({
  nowMs: fc.constant(NOW),
  dialByMs: fc.constantFrom(null, NOW, NOW + 1000),
  campaignState: fc.constantFrom(null, "running", "paused", "canceled", "failed", "completed"),
  onDoNotCall: fc.boolean(),
  consent: fc.constantFrom("granted" as const, "unknown" as const, "withdrawn" as const),
  consentAttested: fc.boolean(),
  window: fc.constantFrom(
    { open: true as const },
    { open: false as const, opensAtMs: NOW + 1000 },
    { open: false as const, opensAtMs: null },
  ),
  recentAttemptsMs: fc
    .array(fc.integer({ min: NOW - DAY_MS, max: NOW }), { maxLength: 5 })
    .map((list) => list.sort((a, b) => a - b)),
  maxAttemptsPerDay: fc.constantFrom(null, 1, 3),
  capacities: fc.array(
    fc.record({ whose: fc.constant("organization" as const), live: fc.nat(3), limit: fc.integer({ min: 1, max: 3 }) }),
    { maxLength: 3 },
  ),
  budgets: fc.constantFrom({ standings: [], highestCost: null }, SPENT),
  paceSlotMs: fc.integer({ min: NOW - 5000, max: NOW + 60_000 }),
});

describe("admission", () => {
  it("lets no call go out that nobody expects any more, whatever else holds", () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 30 * DAY_MS }), (given, lateMs) => {
        expect(decideAdmission({ ...given, dialByMs: NOW - lateMs }).kind).toBe("expire");
        expect(decideAdmission(given).kind).not.toBe("expire");
      }),
    );
  });

  it("admits a call that nothing speaks against, at its slot", () => {
    expect(decideAdmission(clear)).toEqual({ kind: "admit", dialAtMs: NOW });
    expect(decideAdmission({ ...clear, paceSlotMs: NOW + 200 })).toEqual({ kind: "admit", dialAtMs: NOW + 200 });
  });

  it("admits only when every single rule allows it", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const decision = decideAdmission(given);
        if (decision.kind !== "admit") return;
        expect(given.onDoNotCall).toBe(false);
        expect(given.consent).not.toBe("withdrawn");
        expect(given.campaignState === null || given.campaignState === "running").toBe(true);
        if (given.campaignState !== null) expect(given.consent === "granted" || given.consentAttested).toBe(true);
        expect(given.window.open).toBe(true);
        if (given.maxAttemptsPerDay !== null)
          expect(given.recentAttemptsMs.length).toBeLessThan(given.maxAttemptsPerDay);
        for (const { live, limit } of given.capacities) expect(live).toBeLessThan(limit);
        expect(decision.dialAtMs).toBeGreaterThanOrEqual(given.paceSlotMs);
        expect(decision.dialAtMs - NOW).toBeLessThanOrEqual(PACE_WAIT_IN_PLACE_MS);
      }),
      { numRuns: 2000 },
    );
  });

  it("blocks the do-not-call list before anything else is looked at", () => {
    fc.assert(
      fc.property(facts, (given) => {
        expect(decideAdmission({ ...given, onDoNotCall: true })).toMatchObject({
          kind: "block",
          outcome: "blocked_dnc",
        });
      }),
    );
  });

  it("passes unknown consent only under an attestation, and asks for none outside campaigns", () => {
    const unknown = { ...clear, consent: "unknown" as const };
    expect(decideAdmission({ ...unknown, consentAttested: false })).toMatchObject({ outcome: "blocked_consent" });
    expect(decideAdmission({ ...unknown, consentAttested: true }).kind).toBe("admit");
    expect(decideAdmission({ ...unknown, consentAttested: false, campaignState: null }).kind).toBe("admit");
  });

  it("blocks a withdrawn consent for calls of every kind, whatever was attested", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const withdrawn = { ...given, consent: "withdrawn" as const, onDoNotCall: false };
        expect(decideAdmission(withdrawn)).toMatchObject({ kind: "block", outcome: "blocked_consent" });
      }),
    );
  });

  it("gives the contact of a campaign that does not run back", () => {
    expect(decideAdmission({ ...clear, campaignState: "paused" })).toEqual({ kind: "release" });
  });

  it("defers a closed window to its opening, and blocks one that never opens", () => {
    expect(decideAdmission({ ...clear, window: { open: false, opensAtMs: NOW + 5 } })).toMatchObject({
      kind: "defer",
      untilMs: NOW + 5,
    });
    expect(decideAdmission({ ...clear, window: { open: false, opensAtMs: null } })).toMatchObject({
      kind: "block",
      outcome: "blocked_window",
    });
  });

  it("defers a capped number until the attempt that fills the cap is a day old", () => {
    const capped = { ...clear, maxAttemptsPerDay: 2, recentAttemptsMs: [NOW - 3000, NOW - 2000, NOW - 1000] };
    expect(decideAdmission(capped)).toMatchObject({
      kind: "defer",
      outcome: "blocked_cap",
      untilMs: NOW - 2000 + DAY_MS,
    });
  });

  it("waits for a place and says whose limit it is", () => {
    const full = { ...clear, capacities: [{ whose: "carrier account" as const, live: 5, limit: 5 }] };
    expect(decideAdmission(full)).toMatchObject({
      kind: "wait",
      capacity: true,
      sentence: expect.stringContaining("carrier account"),
    });
  });
});
