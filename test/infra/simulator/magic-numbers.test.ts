import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { MAGIC_NUMBERS } from "../../../domain/environment/magic-numbers.rules.ts";
import { planCall, planRequest } from "../../../infra/simulator/plan.ts";
import { type SimulatorScriptInput, scriptSchema } from "../../../infra/simulator/script.ts";

const call = { account: "", ringTimeoutSeconds: 30, timeLimitSeconds: 600 };
const outcomesOf = (to: string, script: SimulatorScriptInput = {}) =>
  [1, 2, 3].map((attempt) => {
    const plan = { ...call, to, attempt };
    const { answer } = planRequest(scriptSchema.parse(script), { ...plan, requestNumber: 9 });
    return answer === "accepted" ? planCall(scriptSchema.parse(script), plan).outcome : answer;
  });

describe("a call to a magic number", () => {
  it.each(MAGIC_NUMBERS)("goes as the table says: $phoneNumber", ({ phoneNumber, outcomes }) => {
    const last = outcomes.at(-1);
    expect(outcomesOf(phoneNumber)).toEqual([1, 2, 3].map((attempt) => outcomes[attempt - 1] ?? last));
    for (const seed of ["a", "b", "c"]) expect(outcomesOf(phoneNumber, { seed })).toEqual(outcomesOf(phoneNumber));
  });

  it("fails as the carrier is told to, and the call is made all the same", () => {
    const request = (to: string, requestNumber: number) =>
      planRequest(scriptSchema.parse({}), { ...call, to, attempt: 1, requestNumber });
    expect([1, 2, 3].map((number) => request("+17605550121", number).answer)).toEqual([
      "throttled",
      "throttled",
      "accepted",
    ]);
    expect(request("+17605550122", 1)).toMatchObject({ answer: "accepted", responseLost: true });
    const { deliveries } = planCall(scriptSchema.parse({}), { ...call, to: "+17605550123", attempt: 1 });
    expect(deliveries.completed.lost).toBe(true);
    expect(deliveries.answered.lost).toBe(false);
  });

  it("goes as a script says that names it", () => {
    const script = { rules: [{ match: "0102$", outcomes: ["answered" as const] }] };
    expect(outcomesOf("+17605550102", script)).toEqual(["answered", "answered", "answered"]);
    expect(outcomesOf("+17605550102", { defaults: { outcomes: ["answered"] } })[0]).toBe("busy");
  });
});

it("the numbers are valid, so that the platform dials them, and each stands in the guide of the sandbox", () => {
  const guide = readFileSync("docs/integrators/sandbox.md", "utf8");
  for (const { phoneNumber } of MAGIC_NUMBERS) {
    expect(parsePhoneNumberFromString(phoneNumber)?.isValid()).toBe(true);
    expect(guide).toContain(`\`${phoneNumber}\``);
  }
});
