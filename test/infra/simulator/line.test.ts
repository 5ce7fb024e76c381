import { expect, it } from "@jest/globals";
import { simulatorCallSchema, viewCall } from "../../../infra/simulator/call.ts";
import { createLine } from "../../../infra/simulator/line.ts";
import { EVENT_TYPES } from "../../../infra/telephony/simulator/simulator.protocol.ts";

/** Its events are due between two milliseconds, as at every speed but 1. */
const createCall = (fractionMs: number) =>
  simulatorCallSchema.parse({
    id: "SIM1",
    createdAtMs: Date.now(),
    request: { to: "+12025550107", idempotency_key: "one", status_events: [] },
    attempt: 1,
    plan: {
      outcome: "answered",
      ringingAfterMs: 3 + fractionMs,
      answeredAfterMs: 6 + fractionMs,
      endedAfterMs: 9 + fractionMs,
      talkSeconds: 3,
      speed: 500,
      costPerMinuteMinor: 1,
      currency: "USD",
      deliveries: Object.fromEntries(
        EVENT_TYPES.map((name) => [name, { lost: false, duplicated: false, reordered: false }]),
      ),
    },
    hungUpAtMs: null,
  });

const followCall = async (fractionMs: number): Promise<string[]> => {
  const call = createCall(fractionMs);
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    const line = createLine(call, {
      signingKey: "a key of the simulator's tests",
      stopped: new AbortController().signal,
      alreadySettled: new Set(),
      onSettled: (event) => {
        if (event === "completed") resolve();
      },
      onEvent: (event) => seen.push(`${event}: ${viewCall(call, Date.now()).state}`),
    });
    line.run();
  });
  return seen;
};

it("a call shows what an event says by the moment that the event happens", async () => {
  for (let tried = 1; tried <= 50; tried += 1) {
    // A busy machine may fire an event late, when the call is already further; none may be early.
    const [initiated, ringing, answered, completed] = await followCall(tried / 51);
    expect(initiated).toMatch(/^initiated: /);
    expect(ringing).toMatch(/^ringing: (ringing|in_progress|completed)$/);
    expect(answered).toMatch(/^answered: (in_progress|completed)$/);
    expect(completed).toBe("completed: completed");
  }
});
