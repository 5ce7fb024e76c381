import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readBlock } from "../../../application/what-if/contact-block.ts";
import { createPastColumns } from "../../../application/what-if/past-columns.ts";
import { createAdmissionDesk } from "../../../domain/what-if/admission-desk.ts";
import { PLAIN_POLICY, START_MS } from "../../domain/what-if/generated-campaign.ts";

const MINUTE_MS = 60_000;
const policy = { ...PLAIN_POLICY, fallbackZone: "America/New_York" };
const minutes = fc.integer({ min: 0, max: 500 });

/** What became of a contact, in minutes of the campaign: its calls, a last run that no carrier was asked for, and an entry of the list. */
const lived = fc.record({
  calls: fc.uniqueArray(minutes, { maxLength: 4 }).map((all) => all.toSorted((one, other) => one - other)),
  leftAfter: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
  leftFor: fc.constantFrom(null, "blocked_dnc", "blocked_consent", "blocked_rule"),
  listed: fc.option(minutes, { nil: null }),
});
type Lived = typeof lived extends fc.Arbitrary<infer Value> ? Value : never;

const at = (minute: number): number => START_MS + minute * MINUTE_MS;

const readLived = ({ calls, leftAfter, leftFor, listed }: Lived) => {
  const run = (minute: number, isMade: boolean) => ({
    requestedAt: isMade ? new Date(at(minute)) : null,
    settledAt: null,
    endedAt: new Date(at(minute)),
    createdAt: new Date(at(minute)),
  });
  const leftMinute = leftFor !== null && leftAfter !== null ? (calls.at(-1) ?? 0) + leftAfter : null;
  const runs = [...calls.map((minute) => run(minute, true)), ...(leftMinute === null ? [] : [run(leftMinute, false)])];
  const made = calls.map((minute) => ({ admittedMs: at(minute) }));
  return {
    leftMinute,
    block: readBlock({ leftFor, listedAt: listed === null ? null : new Date(at(listed)) }, runs, made),
  };
};

/** Whether a replay by other rules, which let everybody pass, would call the contact at a minute. */
const isCalledAt = (asked: Lived, minute: number): boolean => {
  const { blockedFromMs, leftAtMs } = readLived(asked).block;
  const columns = createPastColumns();
  columns.add({ zone: 0, blockedFromMs, leftAtMs, highestCostMinor: 0 }, []);
  const desk = createAdmissionDesk({
    startedAtMs: START_MS,
    knownUntilMs: Number.POSITIVE_INFINITY,
    zones: [""],
    outcomes: ["answered"],
    policies: [{ fromMs: START_MS, policy }],
    changes: [],
    people: columns.people,
    attempts: columns.attempts,
    currency: null,
  });
  return desk.decideAlone({ person: 0, atMs: at(minute), policy, recentMs: [], attempts: [] }).kind === "admit";
};

describe("what keeps a contact of a replay from being called", () => {
  it("keeps none of the calls from being made that it had, whenever its number came on the list and whatever left it", () => {
    fc.assert(
      fc.property(lived, (asked) => {
        for (const minute of asked.calls) expect(isCalledAt(asked, minute)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("is the list after its last call, also for a contact that a rule refused", () => {
    fc.assert(
      fc.property(lived, (asked) => {
        if (asked.listed === null) return;
        expect(isCalledAt(asked, Math.max(asked.listed, ...asked.calls) + 1)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("is no rule of a pack where other rules are asked about, and remembers when one refused it", () => {
    fc.assert(
      fc.property(lived, (asked) => {
        const ruledOut: Lived = { ...asked, leftFor: "blocked_rule", listed: null };
        const { block, leftMinute } = readLived(ruledOut);
        expect(isCalledAt(ruledOut, 1000)).toBe(true);
        const afterLastMs = Math.max(Number.NEGATIVE_INFINITY, ...asked.calls.map(at)) + 1;
        expect(block.ruledOutFromMs).toBe(leftMinute === null ? afterLastMs : at(leftMinute));
      }),
      { numRuns: 200 },
    );
  });
});
