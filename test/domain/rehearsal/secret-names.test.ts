import { expect, it } from "@jest/globals";
import { isSecretName, withoutSecrets } from "../../../domain/rehearsal/secret-names.ts";

it("a value is secret by its name, unless the name tells where a secret is set or asked for", () => {
  expect(["password", "api_key", "accessToken"].map(isSecretName)).toEqual([true, true, true]);
  expect(["password_hint", "token_url", "city"].map(isSecretName)).toEqual([false, false, false]);
});

it("secrets are left out however deep they are, in lists too, and all else stays as it is", () => {
  const value = {
    city: "Springfield",
    password: "open sesame",
    orders: [{ number: 7, api_key: "k" }, "a text", null, [{ token: "t", left: true }]],
    account: { secret: { of: "nobody" }, plan: "large" },
  };
  expect(withoutSecrets(value)).toEqual({
    city: "Springfield",
    orders: [{ number: 7 }, "a text", null, [{ left: true }]],
    account: { plan: "large" },
  });
});
