import { describe, expect, it } from "@jest/globals";
import { toOutboundError } from "../../../infra/guarded-request/outbound-failure.ts";
import { OutboundRequestError } from "../../../infra/guarded-request/outbound-request-error.ts";

const signal = new AbortController().signal;
const inTime = { mayHaveArrived: false, timeoutMs: 500, signal };
const reset = Object.assign(new Error("read"), { code: "ECONNRESET" });

describe("the failure of a request", () => {
  it.each([
    ["The connection broke before the answer was complete (ECONNRESET)", reset, { ...inTime, mayHaveArrived: true }],
    ["No connection could be made (ECONNRESET)", reset, inTime],
    ["No answer came within 500 ms", reset, { ...inTime, signal: AbortSignal.abort() }],
    ["No connection could be made", new Error("secret"), inTime],
    ["No connection could be made", "secret", inTime],
    ["No connection could be made", { code: "secret" }, inTime],
  ])("is told in the sentence %j", (sentence, error, circumstances) => {
    const { message, mayHaveArrived, cause } = toOutboundError(error, circumstances);
    expect({ message, mayHaveArrived, cause }).toEqual({
      message: sentence,
      mayHaveArrived: circumstances.mayHaveArrived,
      cause: error,
    });
  });

  it("is the refusal itself, also where several addresses were tried", () => {
    const refusal = new OutboundRequestError("address_refused", "No");
    expect(toOutboundError(refusal, inTime)).toBe(refusal);
    expect(toOutboundError(new AggregateError([reset, refusal]), inTime)).toBe(refusal);
    expect(toOutboundError(new AggregateError([reset]), inTime)).toMatchObject({ code: "connection_failed" });
  });
});
