import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { isStorable } from "../../../domain/json/storable.ts";
import { KEPT_BODY_LENGTH, keepBody, maskSignatures } from "../../../domain/webhook/webhook-request.ts";

it("a signature is shown in part, each one of several, and the other headers whole", () => {
  const headers = { "webhook-id": "a", "webhook-signature": "v1,abcdefghijkl= v1,mnopqrstuvwx=" };
  expect(maskSignatures(headers)).toEqual({ "webhook-id": "a", "webhook-signature": "v1,abcdef*** v1,mnopqr***" });
  expect(maskSignatures({ "user-agent": "us" })).toEqual({ "user-agent": "us" });
});

it("a body is kept up to its limit, in characters that the database stores", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat(KEPT_BODY_LENGTH + 50), (text, length) => {
      const kept = keepBody("x".repeat(length) + text);
      expect(kept.length).toBeLessThanOrEqual(KEPT_BODY_LENGTH);
      expect(isStorable(kept)).toBe(true);
    }),
  );
  expect(keepBody("{}")).toBe("{}");
});
