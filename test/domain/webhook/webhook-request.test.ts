import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { isStorable } from "../../../domain/json/storable.ts";
import {
  composeSignedText,
  KEPT_BODY_LENGTH,
  keepBody,
  listSignedHeaders,
  maskSignatures,
} from "../../../domain/webhook/webhook-request.ts";

it("a signature is shown in part, each one of several, and the other headers whole", () => {
  const headers = { "webhook-id": "a", "webhook-signature": "v1,abcdefghijkl= v1,mnopqrstuvwx=" };
  expect(maskSignatures(headers)).toEqual({ "webhook-id": "a", "webhook-signature": "v1,abcdef*** v1,mnopqr***" });
  expect(maskSignatures({ "user-agent": "us" })).toEqual({ "user-agent": "us" });
});

it("the id, the time and the body are signed, with dots between", () => {
  expect(composeSignedText({ id: "m.1", timestamp: 1_700_000_000, body: "{}" })).toBe("m.1.1700000000.{}");
});

it.each([
  ["no signature", [], {}],
  ["one", ["v1,a="], { "webhook-signature": "v1,a=" }],
  ["both of a rotation", ["v1,a=", "v1,b="], { "webhook-signature": "v1,a= v1,b=" }],
])("a receiver gets the id, the time and %s", (_, signatures, header) => {
  const headers = listSignedHeaders({ id: "m1", timestamp: 5 }, signatures);
  expect(headers).toEqual({ "webhook-id": "m1", "webhook-timestamp": "5", ...header });
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
