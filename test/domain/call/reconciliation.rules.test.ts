import { describe, expect, it } from "@jest/globals";
import {
  computeLookDelaySeconds,
  isAbsenceFinal,
  RECONCILE_FOR_SECONDS,
} from "../../../domain/call/reconciliation.rules.ts";

describe("a call whose answer was lost", () => {
  it("is looked up often while it may still arrive, and is absent for good only once it cannot, whatever the clocks say", () => {
    const looks = [0];
    while ((looks.at(-1) ?? 0) < 60) looks.push((looks.at(-1) ?? 0) + computeLookDelaySeconds(looks.at(-1) ?? 0));
    expect(looks).toEqual([0, 7, 14, 21, 36, 51, 66]);
    expect(looks.map(isAbsenceFinal)).toEqual([false, false, false, true, true, true, true]);
  });

  it("may still arrive up to twenty seconds after it was made", () => {
    expect([20, 20.1].map(isAbsenceFinal)).toEqual([false, true]);
    expect([20, 20.1].map(computeLookDelaySeconds)).toEqual([7, 15]);
  });

  it("is looked up for a quarter of an hour", () => {
    expect(RECONCILE_FOR_SECONDS).toBe(900);
  });
});
