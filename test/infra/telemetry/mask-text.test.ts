import { describe, expect, it } from "@jest/globals";
import { maskNumber, maskText } from "../../../infra/telemetry/mask-text.ts";

describe("a number", () => {
  it("stays recognizable and cannot be dialled", () => {
    expect(maskNumber("+12025550123")).toBe("+120255***23");
    expect(maskNumber("+4915112345678")).toBe("+491511***78");
    expect(maskNumber("+12345")).toBe("***");
  });

  it.each([
    ["call to +12025550123 failed", "call to +120255***23 failed"],
    ["Key (phone_number)=(+12025550123) already exists", "Key (phone_number)=(+120255***23) already exists"],
    ["To=%2B12025550123&From=x", "To=+120255***23&From=x"],
    ["+1 (202) 555-0123 is busy", "+120255***23 is busy"],
    ["The 'To' number 12025550123 is not valid", "The 'To' number 120255***23 is not valid"],
    ["sip:12025550123@carrier.example", "sip:120255***23@carrier.example"],
    ["+12025550123 2026-11-21T08:00:00Z", "+120255***23 2026-11-21T08:00:00Z"],
  ])("is masked in: %s", (text, masked) => expect(maskText(text)).toBe(masked));
});

describe("digits that are no number", () => {
  it.each([
    "2026-11-21T08:00:00.123Z and 2026-11-21 08:00:00+01",
    "at 1763711999123 ms, 1763711999 s, version 20261121075500",
    "run 0f9c1a52-1234-4abc-8def-123456789012 of org-7/campaign-12345678901",
    "sha256 9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab",
    "took 1234.567890123 ms; 104857600 bytes; line 1234567",
    "at listen (node:net:2021:16), attempt 3 + 12 more",
    "/api/v1/public/agent/workflow/0f9c1a52-1234-4abc-8def-123456789012?state=in_progress&code=42",
  ])("stays readable: %s", (text) => expect(maskText(text)).toBe(text));
});

describe("a secret", () => {
  it.each([
    ["connect to postgresql://ringdown:hunter2hunter2@db:5432/x", "hunter2"],
    ["Authorization: Bearer AbCdEfGhIjKlMnOpQrStUvWx", "AbCdEf"],
    ["Basic QUM6c2VjcmV0c2VjcmV0", "QUM6"],
    ["key vap_live_AbCdEfGhIjKlMnOp_-x used", "AbCdEf"],
    ["https://s3/x?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=0a1b2c3d&X-Amz-Date=20261121T075500Z", "0a1b2c3d"],
    ["https://s3/x?X-Amz-Credential=AKIA%2F1&X-Amz-Signature=0a1b2c3d", "AKIA"],
    ["https://hook.example/?token=s3cr3ts3cr3t&x=1", "s3cr3t"],
    ['body {"password":"hunter2hunter2","a":1}', "hunter2"],
    ['body {\\"auth_token\\":\\"hunter2hunter2\\"}', "hunter2"],
    ["password=hunter2hunter2 host=db", "hunter2"],
    ["GET /api/v1/talk/eyJhIjoxfQ.AbCdEfGhIjKlMnOpQrSt", "AbCdEf"],
    ["https://x.example/talk/AbCdEfGhIjKlMnOpQrStUvWx?x", "AbCdEf"],
    ["/api/v1/public/download/workflow/AbCdEfGhIjKlMnOp.QrStUvWx/recording", "QrStUvWx"],
    [
      "wss://x.example/api/v1/telephony/relay/twilio/7/0f9c1a52-1234-4abc-8def-123456789012/AbCdEfGhIjKlMnOpQrStUvWx",
      "AbCdEf",
    ],
    ["/api/v1/connectors/callback?code=AbCdEfGhIjKlMnOp&state=QrStUvWxYzAbCdEfGh", "AbCdEf"],
  ])("is removed from: %s", (text, secret) => {
    expect(maskText(text)).not.toContain(secret);
    expect(maskText(text)).toContain("[removed]");
  });

  it("costs no more than it is long to look for", () => {
    const long = "a".repeat(200_000);
    const startedAt = performance.now();
    maskText(long);
    maskText(`secret ${"1-".repeat(100_000)}`);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
