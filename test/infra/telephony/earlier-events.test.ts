import { describe, expect, it } from "@jest/globals";
import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall } from "../../../infra/telephony/carrier.ts";
import { withEarlierEvents } from "../../../infra/telephony/earlier-events.ts";

const answeredAt = new Date("2026-01-02T03:04:05Z");
const endedAt = new Date("2026-01-02T03:05:06Z");
const ended: CarrierCall = {
  carrierCallId: "v3:1",
  state: "completed",
  outcome: "answered",
  answeredBy: null,
  startedAt: null,
  answeredAt: null,
  endedAt,
  durationSeconds: null,
  costMinor: null,
  currency: null,
  optedOut: false,
  detail: null,
};

describe("a call's last event, with those before", () => {
  it.each<[Detection | null, string]>([
    ["person", "answered"],
    ["voicemail", "voicemail"],
    ["fax", "rejected"],
    ["unknown", "answered"],
    [null, "answered"],
  ])("that told of %p ends it as %s", (answeredBy, outcome) => {
    const call = withEarlierEvents(ended, { answeredAt, answeredBy });
    expect(call).toMatchObject({ outcome, answeredAt, durationSeconds: 61 });
  });

  it("says what it knows itself", () => {
    const known = { ...ended, answeredBy: "person", answeredAt: endedAt, durationSeconds: 5 } as const;
    expect(withEarlierEvents(known, { answeredAt, answeredBy: "voicemail" })).toEqual(known);
  });

  it.each(["busy", "no_answer", "canceled", "failed"] as const)("that ended %s stays as it is", (outcome) => {
    const call = { ...ended, outcome, durationSeconds: 0 };
    expect(withEarlierEvents(call, { answeredAt, answeredBy: "voicemail" })).toEqual(call);
  });

  it("makes up no time that nobody told", () => {
    expect(withEarlierEvents(ended, { answeredAt: null, answeredBy: null })).toEqual(ended);
  });
});
