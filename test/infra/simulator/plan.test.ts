import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { planCall, planRequest } from "../../../infra/simulator/plan.ts";
import { type SimulatorScriptInput, scriptSchema } from "../../../infra/simulator/script.ts";

const script = (input: SimulatorScriptInput = {}) => scriptSchema.parse(input);
const number = fc.integer({ min: 1000, max: 9999 }).map((suffix) => `+1202555${suffix}`);
const limits = { account: "", ringTimeoutSeconds: 30, timeLimitSeconds: 600 };
const outcomesOf = (input: SimulatorScriptInput, attempts = 200) =>
  Array.from(
    { length: attempts },
    (_, index) => planCall(script(input), { ...limits, to: `+120255${10_000 + index}`, attempt: 1 }).outcome,
  );

describe("the simulator's plan of a call", () => {
  it("depends on seed, number and attempt alone", () => {
    fc.assert(
      fc.property(fc.string(), number, fc.integer({ min: 1, max: 20 }), (seed, to, attempt) => {
        const plans = [script({ seed }), script({ seed })].map((each) => planCall(each, { ...limits, to, attempt }));
        expect(plans[0]).toEqual(plans[1]);
        const requests = [1, 2].map(() =>
          planRequest(script({ seed }), { account: "", to, attempt, requestNumber: 3 }),
        );
        expect(requests[0]).toEqual(requests[1]);
      }),
    );
  });

  it("differs between seeds", () => {
    expect(outcomesOf({ seed: "one" })).not.toEqual(outcomesOf({ seed: "two" }));
    expect(outcomesOf({ seed: "one" })).toEqual(outcomesOf({ seed: "one" }));
  });

  it("keeps the order of its steps, and the limits", () => {
    fc.assert(
      fc.property(
        number,
        fc.record({
          ringTimeoutSeconds: fc.integer({ min: 1, max: 60 }),
          timeLimitSeconds: fc.integer({ min: 1, max: 120 }),
        }),
        fc.double({ min: 0.5, max: 1000, noNaN: true }),
        (to, chosen, speed) => {
          const plan = planCall(script({ speed }), { account: "", to, attempt: 1, ...chosen });
          const steps = [plan.ringingAfterMs, plan.answeredAfterMs, plan.endedAfterMs].filter((step) => step !== null);
          expect(steps).toEqual([...steps].sort((left, right) => left - right));
          expect(plan.talkSeconds).toBeLessThanOrEqual(chosen.timeLimitSeconds);
          if (plan.answeredAfterMs !== null && plan.ringingAfterMs !== null) {
            const rangSeconds = ((plan.answeredAfterMs - plan.ringingAfterMs) * speed) / 1000;
            expect(rangSeconds).toBeLessThanOrEqual(chosen.ringTimeoutSeconds + 0.001);
          }
        },
      ),
    );
  });

  it("takes the outcomes of a rule one attempt after the other, the last one for ever", () => {
    const sequence = script({ rules: [{ match: "7$", outcomes: ["busy", "no_answer", "answered"] }] });
    const outcomes = [1, 2, 3, 4].map(
      (attempt) => planCall(sequence, { ...limits, to: "+12025550107", attempt }).outcome,
    );
    expect(outcomes).toEqual(["busy", "no_answer", "answered", "answered"]);
  });

  it("draws outcomes about as often as their weights say", () => {
    const outcomes = outcomesOf({ defaults: { weights: { busy: 3, failed: 1 } } }, 1000);
    const busy = outcomes.filter((outcome) => outcome === "busy").length;
    expect(new Set(outcomes)).toEqual(new Set(["busy", "failed"]));
    expect(busy).toBeGreaterThan(680);
    expect(busy).toBeLessThan(820);
  });

  it("rings out when nobody picks up within the ring time", () => {
    const slow = script({ defaults: { outcomes: ["answered"], ring_seconds: 40 }, speed: 1 });
    const plan = planCall(slow, { ...limits, to: "+12025550107", attempt: 1 });
    expect(plan).toMatchObject({ outcome: "no_answer", answeredAfterMs: null, endedAfterMs: 30_500, talkSeconds: 0 });
  });

  it("throttles the first requests for a number when told to, then no more", () => {
    const twice = script({ defaults: { misbehaviours: { throttled_times: 2 }, outcomes: ["answered"] } });
    const answers = [1, 2, 3].map(
      (requestNumber) => planRequest(twice, { account: "", to: "+12025550107", attempt: 1, requestNumber }).answer,
    );
    expect(answers).toEqual(["throttled", "throttled", "accepted"]);
  });

  it("follows a rule only for its own account", () => {
    const own = script({
      defaults: { outcomes: ["busy"] },
      rules: [{ match: ".", account: "a", outcomes: ["failed"] }],
    });
    const outcomes = ["a", "b"].map(
      (account) => planCall(own, { ...limits, account, to: "+12025550107", attempt: 1 }).outcome,
    );
    expect(outcomes).toEqual(["failed", "busy"]);
  });

  it("refuses a script with a typing error", () => {
    expect(scriptSchema.safeParse({ rules: [{ match: "(", outcomes: ["busy"] }] }).success).toBe(false);
    expect(scriptSchema.safeParse({ defaults: { misbehaviours: { callback_lots: 1 } } }).success).toBe(false);
    expect(scriptSchema.safeParse({ defaults: { outcomes: ["bussy"] } }).success).toBe(false);
  });
});
