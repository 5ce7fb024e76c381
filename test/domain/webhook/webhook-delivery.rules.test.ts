import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decideAfterTry } from "../../../domain/webhook/webhook-delivery.rules.ts";

const DAY = 86_400;
const first = { attempts: 1, failures: 1, ageSeconds: 1, retryAfterSeconds: null };
const judge = (status: number | null, rest: object = {}) => decideAfterTry({ status, ...first, ...rest });

describe("a try", () => {
  it("delivers with any status of success, whenever it comes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 299 }), fc.nat(), fc.nat(), (status, attempts, ageSeconds) => {
        expect(judge(status, { attempts, ageSeconds }).kind).toBe("delivered");
      }),
    );
  });

  it("is followed by another one, later and later, seconds to hours", () => {
    const delays = Array.from({ length: 12 }, (_none, index) =>
      judge(500, { attempts: index + 1, failures: index + 1 }),
    );
    expect(delays.map((verdict) => ("delaySeconds" in verdict ? verdict.delaySeconds : null))).toEqual([
      5, 30, 120, 600, 1800, 3600, 7200, 14_400, 14_400, 14_400, 14_400, 14_400,
    ]);
  });

  it.each([null, 408, 425, 429, 500, 502, 503, 599])("with %s is repeated for a day", (status) => {
    expect(judge(status, { attempts: 50, failures: 50, ageSeconds: DAY - 1 }).kind).toBe("retry");
    expect(judge(status, { ageSeconds: DAY }).kind).toBe("expired");
  });

  it.each([301, 307, 400, 401, 403, 404, 413, 422])(
    "with %d is repeated five times: the next event must not wait",
    (status) => {
      expect(judge(status, { attempts: 4, failures: 4 }).kind).toBe("retry");
      expect(judge(status, { attempts: 5, failures: 5 })).toEqual({ kind: "refused" });
    },
  );

  it("with 410 is the last one", () => expect(judge(410)).toEqual({ kind: "gone" }));

  it("a test is tried once, and says nothing of the events that wait", () => {
    fc.assert(
      fc.property(fc.constantFrom(null, 301, 404, 429, 500, 503), fc.nat(), (status, ageSeconds) => {
        expect(judge(status, { isTest: true, ageSeconds })).toEqual({ kind: "test_failed" });
      }),
    );
    expect(judge(204, { isTest: true })).toEqual({ kind: "delivered" });
    expect(judge(410, { isTest: true })).toEqual({ kind: "gone" });
  });

  it("waits as long as it is asked to, up to an hour", () => {
    expect(judge(503, { retryAfterSeconds: 90 })).toEqual({ kind: "retry", delaySeconds: 90 });
    expect(judge(503, { retryAfterSeconds: 1 })).toEqual({ kind: "retry", delaySeconds: 5 });
    expect(judge(503, { retryAfterSeconds: 90_000 })).toEqual({ kind: "retry", delaySeconds: 3600 });
  });
});
