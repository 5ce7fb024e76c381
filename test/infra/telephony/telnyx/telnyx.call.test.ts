import { describe, expect, it } from "@jest/globals";
import { describeCall, toAnsweredBy, toCost, toOutcome } from "../../../../infra/telephony/telnyx/telnyx.call.ts";
import type { EventPayload, TelnyxEvent } from "../../../../infra/telephony/telnyx/telnyx.event.ts";

const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second));
const event = (type: string, second: number, payload: EventPayload = {}): TelnyxEvent => ({
  type,
  at: at(second),
  payload,
});

describe("Telnyx's call in our terms", () => {
  it.each([
    ["normal_clearing", "200", "answered"],
    ["time_limit", "200", "answered"],
    ["normal_clearing", "487", "canceled"],
    ["user_busy", "486", "busy"],
    ["no_answer", "480", "no_answer"],
    ["timeout", "487", "no_answer"],
    ["originator_cancel", "487", "canceled"],
    ["not_found", "404", "invalid_number"],
    ["call_rejected", "603", "rejected"],
    ["call_rejected", "unspecified", "rejected"],
    ["call_rejected", "403", "failed"],
    ["call_rejected", "486", "busy"],
    ["unspecified", "404", "invalid_number"],
    ["unspecified", "603", "rejected"],
    ["unspecified", "480", "no_answer"],
    ["unspecified", "503", "failed"],
    ["a new one", undefined, "failed"],
    [undefined, undefined, "failed"],
  ])("takes cause %p with SIP %p for %s", (cause, sip, outcome) => {
    expect(toOutcome({ hangup_cause: cause, sip_hangup_cause: sip })).toBe(outcome);
  });

  it.each([
    ["call.machine.premium.detection.ended", "human_residence", "person"],
    ["call.machine.premium.detection.ended", "human_business", "person"],
    ["call.machine.premium.detection.ended", "machine", "voicemail"],
    ["call.machine.premium.detection.ended", "fax_detected", "fax"],
    ["call.machine.premium.detection.ended", "silence", "unknown"],
    ["call.machine.premium.detection.ended", "not_sure", "unknown"],
    ["call.machine.detection.ended", "human", "person"],
    ["call.machine.premium.greeting.ended", "beep_detected", "voicemail"],
    ["call.answered", undefined, null],
  ])("reads %s with %p as %p", (type, result, answeredBy) => {
    expect(toAnsweredBy(event(type, 0, { result }))).toBe(answeredBy);
  });

  const start = event("call.initiated", 0, { start_time: at(0).toISOString() });
  const answered = event("call.answered", 5);
  const detected = (result: string) => event("call.machine.premium.detection.ended", 7, { result });
  const hangup = event("call.hangup", 35, { hangup_cause: "normal_clearing", sip_hangup_cause: "200" });

  it("puts a call together from its events", () => {
    const call = describeCall("v3:1", [start, answered, detected("human_business"), hangup]);
    expect(call).toMatchObject({ state: "completed", outcome: "answered", answeredBy: "person", durationSeconds: 30 });
    expect(call).toMatchObject({
      startedAt: at(0),
      answeredAt: at(5),
      endedAt: at(35),
      detail: "normal_clearing, SIP 200",
    });
  });

  it.each([
    [[start], { state: "queued", outcome: null, durationSeconds: null }],
    [[start, answered], { state: "in_progress", outcome: null, answeredAt: at(5), durationSeconds: null }],
    [[start, answered, detected("machine"), hangup], { outcome: "voicemail", durationSeconds: 30 }],
    [[start, answered, detected("fax_detected"), hangup], { outcome: "rejected" }],
    [[start, hangup], { outcome: "answered", durationSeconds: null }],
    [[hangup], { state: "completed", outcome: "answered", durationSeconds: null, answeredAt: null }],
    [[event("call.hangup", 9, { hangup_cause: "user_busy" })], { outcome: "busy", durationSeconds: 0 }],
    [[event("call.recording.saved", 40)], { state: "in_progress", outcome: null }],
    [[event("call.something.new", 40)], { state: "queued", outcome: null }],
    [[], { state: "queued", detail: null }],
  ])("tells what %# events tell, and no more", (events, expected) => {
    expect(describeCall("v3:1", events)).toMatchObject(expected);
  });

  const cost = (payload: EventPayload) => toCost(event("call.cost", 60, payload));
  it.each([
    [{ status: "success", total_cost: "0.0260", cost_parts: [{ currency: "USD" }] }, 3, "USD"],
    [{ status: "success", total_cost: "1.005", cost_parts: [{ currency: "eur" }] }, 101, "EUR"],
    [{ status: "success", total_cost: "4", cost_parts: [{ currency: "JPY" }] }, 4, "JPY"],
    [{ status: "success", total_cost: "0.0", cost_parts: [{ currency: "USD" }] }, 0, "USD"],
    [{ status: "error", total_cost: null, cost_parts: [] }, null, null],
    [{ status: "success", total_cost: "0.02", cost_parts: [] }, null, null],
    [{ status: "success", total_cost: "free", cost_parts: [{ currency: "USD" }] }, null, null],
  ])("bills %j", (payload, costMinor, currency) => {
    expect(cost(payload)).toEqual({ costMinor, currency });
  });
});
