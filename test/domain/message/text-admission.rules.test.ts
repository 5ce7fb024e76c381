import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decideText, type TextFacts } from "../../../domain/message/text-admission.rules.ts";
import { DEFAULT_NUMBER_KINDS } from "../../../domain/number/number-kinds.rules.ts";

const NOW = Date.UTC(2026, 10, 30, 12);
const LAW = { pack: "us-federal@2026-11", rule: "hours", paragraph: "47 CFR 64.1200" };
const NO_BUDGET = { standings: [], highestCost: null, highestModelCost: null, highestSpeechCost: null };
const OPEN: TextFacts = {
  nowMs: NOW,
  obstacle: null,
  onDoNotCall: false,
  doNotCallUntilMs: null,
  consent: "unknown",
  nationalList: null,
  numberClass: { kind: "mobile", country: "DE" },
  allowedNumbers: { countries: null, kinds: DEFAULT_NUMBER_KINDS },
  answersPerson: false,
  answersKeyword: false,
  consentAttested: null,
  window: { open: true },
  rules: null,
  budgets: NO_BUDGET,
};
const decide = (facts: Partial<TextFacts>) => decideText({ ...OPEN, ...facts });

const facts = fc.record({
  onDoNotCall: fc.boolean(),
  consent: fc.constantFrom("granted" as const, "unknown" as const, "withdrawn" as const),
  consentAttested: fc.constantFrom(null, true, false),
  answersPerson: fc.boolean(),
  answersKeyword: fc.boolean(),
  window: fc.constantFrom({ open: true as const }, { open: false as const, opensAtMs: NOW + 1000 }),
});

describe("the admission of a text", () => {
  it("lets nothing reach a listed number but the one answer to its word", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const decision = decide({ ...given, onDoNotCall: true });
        if (given.answersKeyword) expect(decision).not.toMatchObject({ outcome: "blocked_dnc" });
        else expect(decision).toMatchObject({ kind: "refuse", outcome: "blocked_dnc" });
      }),
    );
  });

  it("lets nothing reach whoever has withdrawn consent, and needs an attestation in campaigns", () => {
    expect(decide({ consent: "withdrawn" })).toMatchObject({ outcome: "blocked_consent" });
    expect(decide({ consentAttested: false })).toMatchObject({ outcome: "blocked_consent" });
    expect(decide({ consentAttested: true })).toEqual({ kind: "admit" });
    expect(decide({ consentAttested: false, consent: "granted" })).toEqual({ kind: "admit" });
  });

  it("waits in quiet hours and says until when, unless the person has just written", () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 1, max: 1e8 }), (given, later) => {
        const window = { open: false as const, opensAtMs: NOW + later };
        const decision = decide({ ...given, window });
        if (decision.kind === "wait") {
          expect(decision).toMatchObject({ outcome: "blocked_window", untilMs: NOW + later });
          expect(decision.sentence).toContain(new Date(NOW + later).toISOString());
        }
        expect(decision.kind === "wait" && given.answersPerson).toBe(false);
        expect(decision.kind === "admit" && !given.answersPerson).toBe(false);
      }),
    );
  });

  it("refuses landlines, and kinds that the organization does not call", () => {
    const landline = { kind: "fixed_line" as const, country: "DE" };
    expect(decide({ numberClass: landline })).toMatchObject({
      outcome: "blocked_number_kind",
      sentence: expect.stringContaining("landline"),
    });
    expect(decide({ numberClass: { kind: "premium_rate", country: "DE" } })).toMatchObject({
      outcome: "blocked_number_kind",
    });
    expect(decide({ numberClass: { kind: "fixed_line_or_mobile", country: "US" } })).toEqual({ kind: "admit" });
  });

  it("keeps rule packs: what they refuse, and the hours in which they allow nothing", () => {
    const stop = { law: LAW, sentence: "Rule hours of us-federal allows no call at this hour" };
    const waits = { ...stop, of: "hours" as const, untilMs: NOW + 5000 };
    expect(decide({ rules: { packs: [], refused: null, waits } })).toMatchObject({
      kind: "wait",
      untilMs: NOW + 5000,
      law: LAW,
    });
    expect(decide({ rules: { packs: [], refused: { ...stop, of: "consent" }, waits: null } })).toMatchObject({
      kind: "refuse",
      outcome: "blocked_rule",
    });
    const never = { packs: [], refused: null, waits: { ...waits, untilMs: null } };
    expect(decide({ rules: never })).toMatchObject({ kind: "refuse", outcome: "blocked_rule" });
  });

  it("fits budgets, in the words of texts", () => {
    const standing = {
      whose: "day" as const,
      limitMinor: 10,
      currency: "USD",
      spentMinor: 9,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: null,
    };
    const costing = (amountMinor: number, currency = "USD") =>
      decide({ budgets: { ...NO_BUDGET, standings: [standing], highestCost: { amountMinor, currency } } });
    expect(costing(1)).toEqual({ kind: "admit" });
    expect(costing(2)).toMatchObject({ outcome: "blocked_budget", sentence: expect.stringContaining("this text") });
    expect(costing(1, "EUR")).toMatchObject({ sentence: expect.stringContaining("texts whose cost is unknown") });
    expect(decide({ budgets: { ...NO_BUDGET, standings: [standing] } })).toMatchObject({ outcome: "blocked_budget" });
  });

  it("names what has to be repaired before anything else", () => {
    expect(decide({ obstacle: "Add a number", onDoNotCall: true })).toEqual({
      kind: "refuse",
      outcome: "not_ready",
      sentence: "Add a number",
    });
  });
});
