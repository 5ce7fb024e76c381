import { expect, it } from "@jest/globals";
import { areTextsPointedAtUs, isPointedAtUs } from "../../../domain/number/inbound-target.rules.ts";
import {
  computeRentalLookDelaySeconds,
  MOST_RENTAL_LOOKS,
} from "../../../domain/number/managed-number-rental.rules.ts";
import { computeVerificationWaitSeconds, mayHaveHeardCode } from "../../../domain/number/number-verification.rules.ts";

it("a rented number is looked for every five seconds for two minutes, then every quarter of an hour for a day", () => {
  const delays = Array.from({ length: MOST_RENTAL_LOOKS }, (_, looks) => computeRentalLookDelaySeconds(looks));
  expect(delays.filter((seconds) => seconds === 5)).toHaveLength(24);
  expect(delays.slice(0, 24).every((seconds) => seconds === 5)).toBe(true);
  expect(delays.filter((seconds) => seconds === 900)).toHaveLength(96);
});

it("a verification is looked at just after its end, and every ten seconds while its call goes on", () => {
  expect(computeVerificationWaitSeconds({ secondsLeft: 100.2, isCalling: false })).toBe(102);
  expect(computeVerificationWaitSeconds({ secondsLeft: 100.2, isCalling: true })).toBe(10);
  expect(computeVerificationWaitSeconds({ secondsLeft: 3, isCalling: true })).toBe(4);
});

it("a code may have been heard in calls that were taken by a person or a machine, or that ended unknown", () => {
  expect(["answered", "voicemail", "opted_out", "unknown"].map(mayHaveHeardCode)).toEqual([true, true, true, true]);
  expect(["busy", "no_answer", "rejected", "failed", "canceled"].some(mayHaveHeardCode)).toBe(false);
});

it("calls of a rented number always come to us, those of an own one while an agent answers it", () => {
  const rented = { managed: true, is_active: false, inbound_agent_id: null };
  const own = { managed: false, is_active: true, inbound_agent_id: 3 };
  expect([isPointedAtUs(rented), isPointedAtUs(own)]).toEqual([true, true]);
  expect(isPointedAtUs({ ...own, is_active: false })).toBe(false);
  expect(isPointedAtUs({ ...own, inbound_agent_id: null })).toBe(false);
});

it("texts to a rented number always come to us, those to an own one while an agent answers its calls or texts", () => {
  const own = {
    managed: false,
    is_active: true,
    ownership: "account" as const,
    address_type: "pstn" as const,
    inbound_agent_id: null,
    text_agent_id: null,
  };
  const comes = (number: Partial<Parameters<typeof areTextsPointedAtUs>[0]>, ofAccount: number | null = null) =>
    areTextsPointedAtUs({ ...own, ...number }, { text_agent_id: ofAccount });
  expect(comes({ managed: true, is_active: false })).toBe(true);
  expect([comes({ inbound_agent_id: 3 }), comes({ text_agent_id: 3 }), comes({}, 3)]).toEqual([true, true, true]);
  expect(comes({})).toBe(false);
  expect(comes({ inbound_agent_id: 3, is_active: false })).toBe(false);
});

it("texts to a number that is only verified, or that is none of the telephone network's, come to somebody else", () => {
  const number = {
    managed: true,
    is_active: true,
    ownership: "account" as const,
    address_type: "pstn" as const,
    inbound_agent_id: 3,
    text_agent_id: null,
  };
  const account = { text_agent_id: null };
  expect(areTextsPointedAtUs({ ...number, ownership: "verified" }, account)).toBe(false);
  for (const address_type of ["sip_uri", "sip_extension"] as const)
    expect(areTextsPointedAtUs({ ...number, address_type }, account)).toBe(false);
});
