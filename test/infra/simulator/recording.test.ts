import { expect, it } from "@jest/globals";
import { simulatorCallSchema } from "../../../infra/simulator/call.ts";
import { createRecordingShelf } from "../../../infra/simulator/recording.ts";
import { EVENT_TYPES } from "../../../infra/telephony/simulator/simulator.protocol.ts";

const AT_MS = Date.parse("2026-03-02T10:00:00Z");
const call = simulatorCallSchema.parse({
  id: "SIM1",
  createdAtMs: AT_MS,
  request: { to: "+12025550107", idempotency_key: "one", record: true },
  attempt: 1,
  plan: {
    outcome: "answered",
    ringingAfterMs: 0,
    answeredAfterMs: 1,
    endedAfterMs: 3_001,
    talkSeconds: 3,
    speed: 1,
    costPerMinuteMinor: 1,
    currency: "USD",
    deliveries: Object.fromEntries(
      EVENT_TYPES.map((name) => [name, { lost: false, duplicated: false, reordered: false }]),
    ),
  },
  hungUpAtMs: null,
});

it("a recording is made once, and again when more is heard on the call", () => {
  const soundFor = createRecordingShelf();
  const first = soundFor(call, []);
  expect(first.length).toBe(44 + 3 * 8000 * 4);
  expect(soundFor(call, [])).toBe(first);
  const heard = [
    { at: new Date(AT_MS + 1_001).toISOString(), who: "agent" as const, what: "said" as const, text: "Hello" },
  ];
  const second = soundFor(call, heard);
  expect(second).not.toEqual(first);
  expect(second.length).toBe(first.length);
});
