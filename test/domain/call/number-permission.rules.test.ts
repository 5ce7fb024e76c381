import { describe, expect, it } from "@jest/globals";
import { type NumberPermission, refuseNumber } from "../../../domain/call/number-permission.rules.ts";
import { DEFAULT_NUMBER_KINDS } from "../../../domain/number/number-kinds.rules.ts";

const allowed: NumberPermission = {
  onDoNotCall: false,
  doNotCallUntilMs: null,
  consent: "unknown",
  nationalList: null,
  numberClass: { kind: "mobile", country: "DE" },
  allowedNumbers: { countries: null, kinds: DEFAULT_NUMBER_KINDS },
};
const nationalList = { source: "us_federal", asOf: "2026-11-01" };
const premium = { kind: "premium_rate" as const, country: "US" };

describe("a number is refused", () => {
  it.each<[string, Partial<NumberPermission>, string | undefined]>([
    ["by no rule", {}, undefined],
    ["on the organization's own list", { onDoNotCall: true }, "blocked_dnc"],
    ["on the organization's own list in spite of consent", { onDoNotCall: true, consent: "granted" }, "blocked_dnc"],
    ["on a national list", { nationalList }, "blocked_dnc"],
    ["on a national list, but with consent: by no rule", { nationalList, consent: "granted" }, undefined],
    ["where consent was withdrawn", { consent: "withdrawn" }, "blocked_consent"],
    ["by its list before its consent", { onDoNotCall: true, consent: "withdrawn" }, "blocked_dnc"],
    ["of a kind that is not called", { numberClass: premium }, "blocked_number_kind"],
    ["by its consent before its kind", { consent: "withdrawn", numberClass: premium }, "blocked_consent"],
    ["without a kind, as SIP addresses are: by no rule", { numberClass: null }, undefined],
  ])("%s", (_, changes, outcome) => {
    expect(refuseNumber({ ...allowed, ...changes })?.outcome).toBe(outcome);
  });
});
