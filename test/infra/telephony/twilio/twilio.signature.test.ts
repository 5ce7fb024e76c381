import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import twilio from "twilio";
import { isSignedByTwilio, signTwilioRequest } from "../../../../infra/telephony/twilio/twilio.signature.ts";

const token = fc.stringMatching(/^[0-9a-f]{32}$/);
const url = fc.webUrl({ withQueryParameters: true, validSchemes: ["http", "https"] });
const fields = fc.dictionary(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9]{0,12}$/), fc.string({ unit: "grapheme" }));

const verify = (authToken: string, address: string, params: Record<string, string>, signature: string) =>
  isSignedByTwilio(authToken, {
    url: address,
    headers: { "x-twilio-signature": signature },
    params: new URLSearchParams(params),
  });

describe("Twilio's signature", () => {
  it("is what Twilio's own library computes", () => {
    fc.assert(
      fc.property(token, url, fields, (authToken, address, params) => {
        const theirs = twilio.getExpectedTwilioSignature(authToken, address, params);
        expect(signTwilioRequest(authToken, address, new URLSearchParams(params))).toBe(theirs);
        expect(verify(authToken, address, params, theirs)).toBe(true);
        expect(twilio.validateRequest(authToken, theirs, address, params)).toBe(true);
      }),
    );
  });

  it("is what their library computes for a field that comes several times", () => {
    const params = new URLSearchParams("Digits=2&Digits=1&Digits=2&CallSid=CA1");
    const theirs = twilio.getExpectedTwilioSignature("token", "https://a.example/b", {
      Digits: ["2", "1", "2"],
      CallSid: "CA1",
    });
    expect(signTwilioRequest("token", "https://a.example/b", params)).toBe(theirs);
  });

  it.each([
    ["https://a.example/x?y=1", "https://a.example:443/x?y=1"],
    ["http://a.example/x", "http://a.example:80/x"],
    ["https://a.example:8443/x", "https://a.example/x"],
  ])("made for %s or %s is taken for either", (one, other) => {
    const signature = twilio.getExpectedTwilioSignature("token", other, { CallSid: "CA1" });
    expect(verify("token", one, { CallSid: "CA1" }, signature)).toBe(true);
  });

  it("is refused for another token, host, path or field", () => {
    const params = { CallSid: "CA1", CallStatus: "completed" };
    const signature = twilio.getExpectedTwilioSignature("token", "https://a.example/b", params);
    expect(verify("token", "https://a.example/b", params, signature)).toBe(true);
    expect(verify("other", "https://a.example/b", params, signature)).toBe(false);
    expect(verify("token", "https://z.example/b", params, signature)).toBe(false);
    expect(verify("token", "https://a.example/c", params, signature)).toBe(false);
    expect(verify("token", "https://a.example/b", { ...params, CallStatus: "busy" }, signature)).toBe(false);
    expect(verify("token", "https://a.example/b", { ...params, More: "1" }, signature)).toBe(false);
  });

  it("is never taken from an account without a token", () => {
    const signature = twilio.getExpectedTwilioSignature("", "https://a.example/b", {});
    expect(verify("", "https://a.example/b", {}, signature)).toBe(false);
  });
});
