import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decideAdmission, PACE_WAIT_HERE_MS } from "../../../domain/call/admission.rules.ts";
import { clearFacts as clear, DAY_MS, admissionFacts as facts, NOW } from "./admission-facts.ts";

describe("admission", () => {
  it("lets no call go out that nobody expects any more, whatever else holds", () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 30 * DAY_MS }), (given, lateMs) => {
        expect(decideAdmission({ ...given, obstacle: null, dialByMs: NOW - lateMs }).kind).toBe("expire");
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
        expect(given.obstacle).toBeNull();
        expect(given.onDoNotCall).toBe(false);
        expect(given.consent).not.toBe("withdrawn");
        expect(given.campaignState === null || given.campaignState === "running").toBe(true);
        if (given.campaignState !== null) expect(given.consent === "granted" || given.consentAttested).toBe(true);
        if (given.contact !== null) {
          expect(["waiting", "claimed"]).toContain(given.contact.state);
          expect(given.contact.dueAtMs ?? NOW).toBeLessThanOrEqual(NOW);
        }
        if (given.nationalList !== null) expect(given.consent).toBe("granted");
        if (given.numberClass !== null) {
          const { kind, country } = given.numberClass;
          const { countries, kinds } = given.allowedNumbers;
          expect(kinds).toContain(kind);
          if (countries !== null) expect(countries).toContain(country);
        }
        expect(given.window.open).toBe(true);
        if (given.maxAttemptsPerDay !== null)
          expect(given.recentAttemptsMs.length).toBeLessThan(given.maxAttemptsPerDay);
        for (const { live, limit } of given.capacities) expect(live).toBeLessThan(limit);
        expect(decision.dialAtMs).toBeGreaterThanOrEqual(given.paceSlotMs);
        expect(decision.dialAtMs - NOW).toBeLessThanOrEqual(PACE_WAIT_HERE_MS);
      }),
      { numRuns: 2000 },
    );
  });

  it("blocks the do-not-call list before anything else is looked at", () => {
    fc.assert(
      fc.property(facts, (given) => {
        expect(decideAdmission({ ...given, obstacle: null, onDoNotCall: true })).toMatchObject({
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
        const withdrawn = { ...given, obstacle: null, consent: "withdrawn" as const, onDoNotCall: false };
        // A list that the number is on as well is the first reason.
        const outcome = given.nationalList === null ? "blocked_consent" : "blocked_dnc";
        expect(decideAdmission(withdrawn)).toMatchObject({ kind: "block", outcome });
      }),
    );
  });

  it("gives the contact of a campaign that does not run back", () => {
    expect(decideAdmission({ ...clear, campaignState: "paused" })).toMatchObject({ kind: "release" });
  });

  it("says why a campaign does not run, where that is known", () => {
    const tripped = { ...clear, campaignState: "paused", campaignSays: "Paused by the circuit breaker" };
    expect(decideAdmission(tripped)).toMatchObject({
      kind: "release",
      sentence: "The campaign is paused: Paused by the circuit breaker",
    });
  });

  it("defers a contact to the end of its retry delay, and gives one back that is called no more", () => {
    const contact = { state: "waiting" as const, lastOutcome: "busy", dueAtMs: NOW + 5 };
    expect(decideAdmission({ ...clear, contact })).toMatchObject({ kind: "defer", untilMs: NOW + 5 });
    expect(decideAdmission({ ...clear, contact: { ...contact, dueAtMs: NOW } }).kind).toBe("admit");
    for (const state of ["finished", "suppressed", "under_way"] as const)
      expect(decideAdmission({ ...clear, contact: { ...contact, state } }).kind).toBe("release");
  });

  it("obstructs before anything else what somebody must repair", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const sentence = "The agent is archived: make it active again";
        expect(decideAdmission({ ...given, obstacle: sentence })).toEqual({ kind: "obstruct", sentence });
      }),
    );
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

  it("blocks a call outside campaigns that its budget has no room for; a campaign waits for what gives it room", () => {
    const standing = {
      whose: "day" as const,
      limitMinor: 100,
      currency: "USD",
      spentMinor: 95,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: NOW + DAY_MS,
    };
    const highestCost = { amountMinor: 6, currency: "USD" };
    const decide = (change: Partial<typeof standing>, campaignState: string | null = "running") =>
      decideAdmission({
        ...clear,
        campaignState,
        budgets: {
          standings: [{ ...standing, ...change }],
          highestCost,
          highestModelCost: null,
          highestSpeechCost: null,
        },
      });
    expect(decide({}, null)).toMatchObject({ kind: "block", outcome: "blocked_budget" });
    expect(decide({})).toMatchObject({ kind: "hold", untilMs: NOW + DAY_MS });
    expect(decide({ heldMinor: 1 })).toMatchObject({ kind: "hold", untilMs: NOW + 60_000 });
    expect(decide({ hasCallsUnderWay: true })).toMatchObject({ kind: "wait", untilMs: NOW + 1000, capacity: true });
    expect(decide({ currency: "EUR" })).toMatchObject({ kind: "hold", untilMs: null });
    expect(decide({ spentMinor: 94 }).kind).toBe("admit");
  });

  it("waits in place for a slot up to a second and a half ahead, and asks again at one that is later", () => {
    expect(decideAdmission({ ...clear, paceSlotMs: NOW + 1500 })).toEqual({ kind: "admit", dialAtMs: NOW + 1500 });
    expect(decideAdmission({ ...clear, paceSlotMs: NOW + 1501 })).toMatchObject({
      kind: "wait",
      untilMs: NOW + 1501,
      capacity: false,
    });
  });

  it("blocks a contact whose campaign ends before its window opens", () => {
    const window = { open: false as const, opensAtMs: null, ended: true as const };
    expect(decideAdmission({ ...clear, window })).toMatchObject({
      kind: "block",
      outcome: "blocked_ended",
      sentence: "The campaign's end comes before this contact may be called",
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

  it.each([
    [{ live: 0, limit: 0 }, "No media process runs"],
    [{ live: 9, limit: 8 }, "places for 8"],
  ])("waits for a media process where the platform itself speaks: %j", (capacity, words) => {
    const full = { ...clear, capacities: [{ whose: "media processes" as const, ...capacity }] };
    const sentence = expect.stringContaining(words);
    expect(decideAdmission(full)).toMatchObject({ kind: "wait", capacity: true, sentence });
  });

  it("waits where the organization speaks in as many calls as one may", () => {
    const capacities = [
      { whose: "media processes" as const, live: 6, limit: 8 },
      { whose: "organization in media processes" as const, live: 6, limit: 6 },
    ];
    const sentence =
      "The platform speaks in 6 calls of the organization, which has 6 places of the media processes at most";
    expect(decideAdmission({ ...clear, capacities })).toMatchObject({ kind: "wait", capacity: true, sentence });
  });
});
