import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ADMISSION_RULE_NAMES, type AdmissionRuleName, decideAdmission } from "../../../domain/call/admission.rules.ts";
import type { AdmissionFacts } from "../../../domain/call/admission-facts.rules.ts";
import {
  type CallOutlook,
  explainAdmission,
  findNextInstant,
  projectFacts,
} from "../../../domain/call/admission-outlook.rules.ts";
import { readAdmissionWindow } from "../../../domain/campaign/dialling-window.ts";
import { admissionFacts, clearFacts, DAY_MS, NOW } from "./admission-facts.ts";

const MINUTE_MS = 60_000;
/** Rules that pass when time goes by, whatever else happens. */
const TIME_RULES: readonly AdmissionRuleName[] = [
  "do_not_call",
  "retry_wait",
  "window",
  "attempts",
  "daily_quota",
  "budget",
  "pace",
];

const ZONES = ["America/New_York", "Asia/Kathmandu", "Europe/London", "UTC"];

/** Facts with a window that real hours in real zones give. */
const outlooks: fc.Arbitrary<CallOutlook> = fc
  .record({
    facts: admissionFacts,
    zones: fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 1, maxLength: 2 }),
    slots: fc.array(
      fc
        .record({ day_of_week: fc.nat(6), from: fc.nat(22), hours: fc.integer({ min: 1, max: 12 }) })
        .map(({ day_of_week, from, hours }) => ({
          day_of_week,
          start_time: `${String(from).padStart(2, "0")}:00`,
          end_time: `${String(Math.min(from + hours, 24)).padStart(2, "0")}:00`,
        })),
      { minLength: 1, maxLength: 9 },
    ),
  })
  .map(({ facts, zones, slots }) => {
    const windowAt = (atMs: number) => readAdmissionWindow({ slots, holidays: [] }, zones, atMs);
    return { facts: { ...facts, window: windowAt(NOW) }, windowAt };
  });

/** Every rule refuses this call. */
const refusedByAll: AdmissionFacts = {
  ...clearFacts,
  obstacle: "The agent is archived: make it active again",
  dialByMs: NOW - 1,
  campaignState: "paused",
  onDoNotCall: true,
  doNotCallUntilMs: NOW + DAY_MS,
  consent: "unknown",
  consentAttested: false,
  numberClass: { kind: "premium_rate", country: "DE" },
  contact: { state: "waiting", lastOutcome: "busy", dueAtMs: NOW + MINUTE_MS },
  window: { open: false, opensAtMs: null },
  hours: {
    zones: ["UTC", "Europe/Berlin", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"],
    source: "organization",
  },
  recentAttemptsMs: [NOW - 5000, NOW - 4000],
  maxAttemptsPerDay: 2,
  quota: { limit: 5, made: 5, renewsAtMs: NOW + 7000 },
  capacities: [
    { whose: "campaign", live: 0, limit: Number.MAX_SAFE_INTEGER },
    { whose: "organization", live: 3, limit: 10 },
    { whose: "carrier account", live: 5, limit: 5, keptForCallers: 2 },
  ],
  budgets: {
    standings: [
      {
        whose: "day",
        limitMinor: 100,
        currency: "USD",
        spentMinor: 60,
        heldMinor: 35,
        hasCallsUnderWay: true,
        renewsAtMs: NOW + 1000,
      },
    ],
    highestCost: { amountMinor: 6, currency: "USD" },
    highestModelCost: null,
    highestSpeechCost: null,
  },
  paceSlotMs: NOW + 5000,
};

describe("the explanation of an admission", () => {
  it("is the decision: the first rule that does not pass is the one that decided, in its words", () => {
    fc.assert(
      fc.property(admissionFacts, (given) => {
        const decision = decideAdmission(given);
        const findings = explainAdmission(given);
        expect(findings.map(({ rule }) => rule)).toEqual([...ADMISSION_RULE_NAMES]);
        const first = findings.find(({ passes }) => !passes);
        expect(first === undefined).toBe(decision.kind === "admit");
        if (decision.kind !== "admit") expect(first?.sentence).toBe(decision.sentence);
        if (decision.kind === "defer") expect(first?.untilMs).toBe(decision.untilMs);
        for (const { passes, sentence, untilMs, value } of findings) {
          expect(typeof value).toBe("string");
          if (passes) expect([sentence, untilMs]).toEqual([null, null]);
          else expect(sentence).not.toBeNull();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("has each rule's value, and the sentence of each that refuses", () => {
    const told = (facts: AdmissionFacts) =>
      explainAdmission(facts).map(({ rule, value, sentence }) => `${rule}: ${value}${sentence ? `. ${sentence}` : ""}`);
    expect(told(clearFacts)).toEqual([
      "readiness: ready",
      "time_limit: none",
      "do_not_call: not listed",
      "consent: granted",
      "number_kind: mobile in DE",
      "pack_permission: no pack concerns the call",
      "campaign: running",
      "retry_wait: none",
      "window: open by the organization's hours: Fri 03:00 in America/New_York",
      "attempts: no limit",
      "pack_times: no pack concerns the call",
      "daily_quota: no limit",
      "budget: none",
      "concurrency: campaign: 0 of 10",
      "pace: free",
    ]);
    expect(told(refusedByAll)).toEqual([
      "readiness: not ready. The agent is archived: make it active again",
      "time_limit: until 2027-01-15T07:59:59.999Z. The call could not be handed to a carrier in time and was not made",
      "do_not_call: listed until 2027-01-16T08:00:00.000Z. The number is on the do-not-call list",
      "consent: unknown. Consent to be called at this number is unknown and nobody has attested it",
      "number_kind: premium_rate in DE. The number is a premium-rate number, and the organization's preferences do not allow premium_rate (allowed_number_kinds)",
      "pack_permission: no pack concerns the call",
      "campaign: paused. The campaign is paused",
      "retry_wait: waiting, last busy, due 2027-01-15T08:01:00.000Z. The contact waits before it is tried again",
      "window: closed by the organization's hours: Fri 08:00 in UTC, Fri 09:00 in Europe/Berlin, Fri 17:00 in Asia/Tokyo, 2 more zones. " +
        "The calling window is closed and never opens for this contact",
      "attempts: 2 of 2 within 24 hours. The number was dialled 2 times within 24 hours; the limit is 2",
      "pack_times: no pack concerns the call",
      "daily_quota: 5 of 5 today. The campaign has made 5 attempts today; its daily quota is 5",
      "budget: day: USD 0.60 spent and USD 0.35 held of USD 1.00. " +
        "The day's budget is USD 1.00: USD 0.60 are spent, USD 0.35 are held for calls, and this call may cost up to USD 0.06",
      "concurrency: organization: 3 of 10, outgoing calls: 5 of 5. " +
        "The carrier account has 5 outgoing calls under way; its limit is 5, with 2 of its lines kept free for callers",
      "pace: free at 2027-01-15T08:00:05.000Z. The carrier account's calls per second are taken",
    ]);
  });

  it("tells the reasons of one rule apart", () => {
    const told = (name: AdmissionRuleName, facts: Partial<AdmissionFacts>) => {
      const { value, sentence } = explainAdmission({ ...clearFacts, ...facts }).find(({ rule }) => rule === name) ?? {};
      return [value, sentence];
    };
    // A time that lies behind it is nothing that it waits for.
    const contact = { state: "finished" as const, lastOutcome: null, dueAtMs: 0 };
    expect(told("do_not_call", { onDoNotCall: true })).toEqual(["listed", "The number is on the do-not-call list"]);
    const nationalList = { source: "FTC 212", asOf: "2026-11-01" };
    expect(told("do_not_call", { nationalList })).toEqual(["on FTC 212 of 2026-11-01", null]);
    expect(told("number_kind", { numberClass: null })).toEqual(["no telephone number", null]);
    expect(told("number_kind", { numberClass: { kind: "toll_free", country: null } })).toEqual([
      "toll_free in no country",
      null,
    ]);
    expect(told("campaign", { campaignState: null })).toEqual(["none", null]);
    expect(told("attempts", { maxAttemptsPerDay: 2, recentAttemptsMs: [NOW] })).toEqual([
      "1 of 2 within 24 hours",
      null,
    ]);
    expect(told("consent", { consent: "unknown" })).toEqual(["unknown, attested", null]);
    expect(told("retry_wait", { contact })).toEqual([
      "finished",
      "The contact is finished: the campaign does not call it again",
    ]);
    expect(told("retry_wait", { contact: { ...contact, state: "suppressed", lastOutcome: "blocked_dnc" } })).toEqual([
      "suppressed, last blocked_dnc",
      "The contact is suppressed (blocked_dnc): the campaign does not call it again",
    ]);
    expect(told("retry_wait", { contact: { ...contact, state: "under_way" } })[1]).toBe(
      "A call to this contact is under way",
    );
    expect(told("window", { hours: { zones: ["UTC", "Asia/Tokyo", "Europe/Berlin"], source: null } })[0]).toBe(
      "no calling hours hold",
    );
    const law = { pack: "us-federal@2026-11", rule: "hours", paragraph: "16 CFR 310.4(c)" };
    const sentence = "Rule hours of us-federal@2026-11 (16 CFR 310.4(c)) allows no call at this hour";
    const rules = {
      packs: [law.pack],
      refused: null,
      waits: { law, sentence, of: "hours" as const, untilMs: NOW + 1 },
    };
    expect(told("pack_times", { rules })).toEqual([
      "closed by hours of us-federal@2026-11 (16 CFR 310.4(c))",
      sentence,
    ]);
    expect(told("pack_permission", { rules })).toEqual(["us-federal@2026-11", null]);
    expect(decideAdmission({ ...clearFacts, rules })).toMatchObject({ kind: "defer", untilMs: NOW + 1, law });
    const never = { ...rules, waits: { ...rules.waits, untilMs: null } };
    expect(decideAdmission({ ...clearFacts, rules: never })).toMatchObject({
      kind: "block",
      outcome: "blocked_rule",
      law,
    });
    expect(decideAdmission({ ...clearFacts, rules })).toMatchObject({ outcome: "blocked_window" });
    const often = { ...rules, waits: { ...rules.waits, of: "attempts" as const } };
    expect(decideAdmission({ ...clearFacts, rules: often })).toMatchObject({ kind: "defer", outcome: "blocked_cap" });
    const open = { packs: [law.pack, "own"], refused: null, waits: null };
    expect(told("pack_times", { rules: open })).toEqual(["open", null]);
    expect(told("pack_permission", { rules: open })).toEqual(["us-federal@2026-11, own", null]);
    for (const name of ["pack_times", "pack_permission"] as const)
      expect(told(name, { rules: { ...open, packs: [] } })).toEqual(["no pack concerns the call", null]);
    const refused = { ...rules, refused: { law, sentence, of: "consent" as const } };
    expect(decideAdmission({ ...clearFacts, rules: refused })).toMatchObject({
      kind: "block",
      outcome: "blocked_rule",
      law,
    });
    expect(told("concurrency", { capacities: [{ whose: "caller id", live: 2, limit: 2 }] })).toEqual([
      "caller id: 2 of 2",
      "The caller id has 2 calls under way; its limit is 2",
    ]);
  });

  it("shows the window by the person's own clock", () => {
    const zones = ["America/New_York", "Asia/Kathmandu"];
    const findings = explainAdmission({ ...clearFacts, hours: { zones, source: "campaign" } });
    expect(findings.find(({ rule }) => rule === "window")?.value).toBe(
      "open by the campaign's hours: Fri 03:00 in America/New_York, Fri 13:45 in Asia/Kathmandu",
    );
    const three = explainAdmission({ ...clearFacts, hours: { zones: [...zones, "UTC"], source: "campaign" } });
    expect(three.find(({ rule }) => rule === "window")?.value).toMatch(/, Fri 08:00 in UTC$/);
  });
});

describe("the next instant", () => {
  const blockedTimeRules = (outlook: CallOutlook, atMs: number) =>
    explainAdmission(projectFacts(outlook, atMs)).filter(({ rule, passes }) => !passes && TIME_RULES.includes(rule));

  it("is the first at which everything that time decides lets the call pass", () => {
    let found = 0;
    fc.assert(
      fc.property(outlooks, (outlook) => {
        const next = findNextInstant(outlook);
        if (next === null) return;
        const isCapacityAlone = next === NOW + 1000;
        const blocked = blockedTimeRules(outlook, next).filter(({ rule }) => rule !== "budget" || !isHeld(outlook));
        expect(blocked).toEqual([]);
        if (next === NOW || isCapacityAlone) return;
        found++;
        expect(next).toBeGreaterThan(NOW);
        // A slot of the account is waited for in place, so it may pass a moment before.
        const before = Math.max(next - MINUTE_MS, NOW);
        expect(blockedTimeRules(outlook, before)).not.toEqual([]);
      }),
      { numRuns: 8000 },
    );
    expect(found).toBeGreaterThan(50);
  });

  /** The budget waits for calls that end, not for a time. */
  const isHeld = ({ facts }: CallOutlook) => facts.budgets.standings.some(({ hasCallsUnderWay }) => hasCallsUnderWay);

  it("is there exactly when no rule waits for somebody", () => {
    fc.assert(
      fc.property(outlooks, (outlook) => {
        const { facts } = outlook;
        const isByHand =
          facts.obstacle !== null ||
          (facts.campaignState !== null && facts.campaignState !== "running") ||
          facts.consent === "withdrawn" ||
          (facts.onDoNotCall && facts.doNotCallUntilMs === null);
        if (isByHand) expect(findNextInstant(outlook)).toBeNull();
        if (decideAdmission(facts).kind === "admit") expect(findNextInstant(outlook)).toBe(NOW);
      }),
      { numRuns: 2000 },
    );
  });

  const always = () => ({ open: true as const });
  const nextOf = (facts: Partial<CallOutlook["facts"]>) =>
    findNextInstant({ facts: { ...clearFacts, ...facts }, windowAt: always });

  it("waits for the last of several times", () => {
    const contact = { state: "waiting" as const, lastOutcome: "busy", dueAtMs: NOW + 60_000 };
    expect(nextOf({ contact })).toBe(NOW + 60_000);
    expect(nextOf({ contact, onDoNotCall: true, doNotCallUntilMs: NOW + DAY_MS })).toBe(NOW + DAY_MS);
    const attempts = { maxAttemptsPerDay: 1, recentAttemptsMs: [NOW - 1000] };
    expect(nextOf({ ...attempts, contact })).toBe(NOW - 1000 + DAY_MS);
  });

  it("asks again in a second where only other calls are in the way", () => {
    expect(nextOf({ capacities: [{ whose: "campaign", live: 1, limit: 1 }] })).toBe(NOW + 1000);
  });

  it("is the renewal of a budget that nothing is held of, unless one call alone is more than it", () => {
    const standing = {
      whose: "day" as const,
      limitMinor: 100,
      currency: "USD",
      spentMinor: 95,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: NOW + DAY_MS,
    };
    const costing = (amountMinor: number) => ({
      budgets: {
        standings: [standing],
        highestCost: { amountMinor, currency: "USD" },
        highestModelCost: null,
        highestSpeechCost: null,
      },
    });
    expect(nextOf(costing(6))).toBe(NOW + DAY_MS);
    expect(nextOf(costing(101))).toBeNull();
  });
});
