import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { classifyNumber } from "../../../domain/number/number-kinds.ts";
import { nameOfRule } from "../../../domain/rule-pack/applied-rules.ts";
import { findStop, judgeRules, type RuledCall } from "../../../domain/rule-pack/judge-rules.ts";
import { nameOfPack } from "../../../domain/rule-pack/rule-pack.ts";
import { choosePacks, listRulePacks } from "../../../infra/rule-pack/rule-packs.ts";
import { buildRuledCall } from "../../../infra/rule-pack/ruled-call.ts";

const NAMES = listRulePacks().map(nameOfPack);
const EVERY_RULE = listRulePacks().flatMap(({ id, rules }) => rules.map((rule) => nameOfRule(id, rule.id)));
const HOUR_MS = 3_600_000;
const FROM_MS = Date.parse("2026-10-20T00:00:00Z");

const asked = fc.record({
  names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 6 }),
  unconfirmed: fc.subarray(EVERY_RULE),
  number: fc.constantFrom(
    "+13055550123",
    "+12145550123",
    "+14055550123",
    "+33612345678",
    "+4915112345678",
    "+34612345678",
  ),
  region: fc.constantFrom(null, "US-FL", "US-TX"),
  zones: fc.constantFrom(["America/New_York"], ["America/New_York", "America/Chicago"], ["Europe/Paris"]),
  consent: fc.constantFrom("granted" as const, "unknown" as const, "withdrawn" as const),
  callerId: fc.constantFrom(null, "+12125550123", "+4930123456"),
  hoursAgo: fc.array(fc.record({ hours: fc.integer({ min: 0, max: 800 }), answered: fc.boolean() }), { maxLength: 9 }),
  atMs: fc.integer({ min: 0, max: 24 * 220 * 4 }).map((quarters) => FROM_MS + quarters * (HOUR_MS / 4)),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

const callOf = (names: readonly string[], { number, region, hoursAgo, atMs, ...given }: Asked): RuledCall =>
  buildRuledCall(
    { packs: choosePacks(names), unconfirmed: given.unconfirmed, own: [] },
    {
      ...given,
      phoneNumber: number,
      numberClass: classifyNumber(number),
      consentAttested: false,
      attempts: hoursAgo
        .map(({ hours, answered }) => ({ atMs: atMs - hours * HOUR_MS, answered }))
        .toSorted((one, other) => one.atMs - other.atMs),
      attributes: region === null ? {} : { region },
      list: null,
    },
  );
const judge = (names: readonly string[], call: Asked, laterMs = call.atMs) => judgeRules(callOf(names, call), laterMs);

describe("of several packs the strictest wins", () => {
  it("refuses and waits wherever one of them does, and never where none does", () => {
    fc.assert(
      fc.property(asked, (call) => {
        const together = judge(call.names, call);
        const alone = call.names.map((name) => judge([name], call));
        expect(together.refused !== null).toBe(alone.some(({ refused }) => refused !== null));
        expect(together.waits !== null).toBe(alone.some(({ waits }) => waits !== null));
      }),
      { numRuns: 300 },
    );
  });

  it("waits until all of them let the call pass, and no shorter than any of them", () => {
    fc.assert(
      fc.property(asked, (call) => {
        const { waits } = judge(call.names, call);
        if (waits === null) return;
        for (const name of call.names) {
          const { waits: own } = judge([name], call);
          if (own === null) continue;
          expect(waits.untilMs ?? Infinity).toBeGreaterThanOrEqual(own.untilMs ?? Infinity);
        }
        if (waits.untilMs !== null) expect(judge(call.names, call, waits.untilMs).waits).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it("is no matter of the order in which they are chosen", () => {
    fc.assert(
      fc.property(asked, (call) => {
        const [one, other] = [judge(call.names, call), judge(call.names.toReversed(), call)];
        expect(other.waits?.untilMs).toBe(one.waits?.untilMs);
        expect(other.refused === null).toBe(one.refused === null);
      }),
      { numRuns: 200 },
    );
  });

  it("names the rule that keeps the call waiting longest", () => {
    const call: Asked = {
      names: ["us-florida"],
      unconfirmed: [],
      number: "+13055550123",
      region: null,
      zones: ["America/New_York"],
      consent: "granted",
      callerId: null,
      hoursAgo: [1, 1, 1].map((hours) => ({ hours, answered: false })),
      // Half past eight in the evening: the hours open after half a day, and the attempts leave after 23 hours.
      atMs: Date.parse("2026-12-02T01:30:00Z"),
    };
    expect(judge(call.names, call).waits).toMatchObject({
      law: { rule: "attempts" },
      untilMs: call.atMs + 23 * HOUR_MS,
    });
    expect(judge(call.names, { ...call, hoursAgo: [] }).waits).toMatchObject({ law: { rule: "hours" }, of: "hours" });
  });

  it("asks an expression that is never true no more than 800 times, and is judged again where it stopped", () => {
    let asked = 0;
    const own = ["One", "Two", "Three"].map((rule) => ({
      law: { pack: "own", rule, paragraph: "" },
      ifFalse: "wait" as const,
      holdsAt: () => {
        asked += 1;
        return false;
      },
    }));
    const call: RuledCall = {
      rules: [],
      own,
      zones: ["UTC"],
      consent: "granted",
      consentAttested: false,
      numberClass: null,
      callerId: null,
      attempts: [],
      holidaysOf: () => [],
    };
    const { waits } = judgeRules(call, FROM_MS);
    expect(asked).toBeLessThan(900);
    expect(judgeRules({ ...call, own: own.slice(0, 1) }, FROM_MS).waits?.untilMs).toBeNull();
    expect(waits).not.toBeNull();
  });

  it("tells which rule stops a call now wherever the whole judgement says so", () => {
    fc.assert(
      fc.property(asked, (call) => {
        const standing = judge(call.names, call);
        const stop = findStop(callOf(call.names, call), call.atMs);
        expect(stop === null).toBe(standing.refused === null && standing.waits === null);
        expect(stop?.isRefused ?? false).toBe(standing.refused !== null);
      }),
      { numRuns: 200 },
    );
  });
});
