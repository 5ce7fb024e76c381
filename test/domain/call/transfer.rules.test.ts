import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  CALLED_WITHIN_SECONDS,
  CARRIER_ASKS_WITHIN_SECONDS,
  DECIDED_WITHIN_SECONDS,
  decideTry,
  isTransferChecked,
  isUndecided,
  RING_MARGIN_SECONDS,
  readDigitsAsDecision,
  TRANSFER_OUTCOMES,
  TRANSFER_STATES,
} from "../../../domain/call/transfer.rules.ts";

const leg = fc.option(
  fc.record({
    isDialled: fc.boolean(),
    ended: fc.constantFrom(null, "answered", "no_answer", "busy", "voicemail", "rejected", "blocked_dnc", "canceled"),
  }),
);
const facts = fc.record({
  state: fc.constantFrom(...TRANSFER_STATES),
  secondsInState: fc.double({ min: 0, max: 10_000, noNaN: true }),
  ringTimeoutSeconds: fc.integer({ min: 5, max: 120 }),
  leg,
});

describe("a try of a warm transfer", () => {
  it("ends by itself, whatever is known and whoever is killed", () => {
    fc.assert(
      fc.property(facts, (known) => {
        const longest = Math.max(
          CALLED_WITHIN_SECONDS,
          known.ringTimeoutSeconds + RING_MARGIN_SECONDS,
          DECIDED_WITHIN_SECONDS,
        );
        const outcome = decideTry({ ...known, secondsInState: longest + 1 });
        expect(outcome !== null).toBe(isUndecided(known.state));
      }),
    );
  });

  it("is over once the call to the person is over, and only then before its time", () => {
    fc.assert(
      fc.property(facts, (known) => {
        const outcome = decideTry({ ...known, secondsInState: 1 });
        expect(outcome !== null).toBe(isUndecided(known.state) && known.leg?.ended != null);
        if (outcome !== null) expect(TRANSFER_OUTCOMES).toContain(outcome);
      }),
    );
  });

  it("never moves a transfer that is decided", () => {
    fc.assert(
      fc.property(facts, (known) => {
        for (const state of ["connected", "over"] as const) expect(decideTry({ ...known, state })).toBeNull();
      }),
    );
  });

  it.each([
    ["answered", "hung_up"],
    ["rejected", "declined"],
    ["blocked_dnc", "refused"],
    ["invalid_number", "failed"],
    ["voicemail", "voicemail"],
  ])("tells a call that ended as %s as %s", (ended, outcome) => {
    const known = { state: "calling", secondsInState: 1, ringTimeoutSeconds: 20 } as const;
    expect(decideTry({ ...known, leg: { isDialled: true, ended } })).toBe(outcome);
  });
});

it.each([
  ["1", true],
  ["2", false],
  ["12", true],
  ["5", null],
])("a person who is asked to take a caller decides by the key %s: %s", (digits, decision) => {
  expect(readDigitsAsDecision(digits)).toBe(decision);
});

it("a caller whom the person has left waits eight seconds for their carrier at most", () => {
  expect(CARRIER_ASKS_WITHIN_SECONDS).toBe(8);
});

it("a transfer is checked unless it goes to an own number or a SIP address", () => {
  expect(isTransferChecked("+14155550101", { isOwnNumber: false })).toBe(true);
  expect(isTransferChecked("+14155550101", { isOwnNumber: true })).toBe(false);
  expect(isTransferChecked("sip:desk@example.com", { isOwnNumber: false })).toBe(false);
  expect(isTransferChecked("SIPS:desk@example.com", { isOwnNumber: false })).toBe(false);
});
