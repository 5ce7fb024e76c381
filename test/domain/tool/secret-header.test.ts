import { expect, it } from "@jest/globals";
import { hideSecretHeaders, isSecretHeader } from "../../../domain/tool/secret-header.ts";

it.each([
  "Authorization",
  "authorization",
  "Cookie",
  "X-Api-Key",
  "x_api_key",
  "ApiKey",
  "api-key",
  "X-Auth-Token",
  "X-Access-Token",
  "X-Shared-Secret",
  "X-Hub-Signature",
])("%s proves who sends it", (name) => {
  expect(isSecretHeader(name)).toBe(true);
});

it.each(["Accept", "Content-Type", "X-Team", "X-Author", "X-Cookies-Accepted", "Idempotency-Key", "X-Tokenizer"])(
  "%s proves nothing",
  (name) => {
    expect(isSecretHeader(name)).toBe(false);
  },
);

it("shows such headers without their values", () => {
  expect(hideSecretHeaders({ Authorization: "Bearer abc", "X-Team": "blue" })).toEqual({
    Authorization: "•••",
    "X-Team": "blue",
  });
});
