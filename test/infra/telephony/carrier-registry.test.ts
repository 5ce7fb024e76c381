import { describe, expect, it } from "@jest/globals";
import { createCarrierRegistry, UnknownCarrierError } from "../../../infra/telephony/carrier-registry.ts";

describe("the carrier registry", () => {
  const registry = createCarrierRegistry({ simulator: { baseUrl: "http://127.0.0.1:1", signingKey: "a key" } });

  it("gives each carrier by its provider name", () => {
    const providers = registry.descriptions().map(({ provider }) => provider);
    expect(providers).toEqual(expect.arrayContaining(["simulator", "twilio", "plivo", "telnyx", "vonage", "sip"]));
    expect(new Set(providers).size).toBe(providers.length);
    for (const { provider } of registry.descriptions()) {
      expect(registry.get(provider).description.provider).toBe(provider);
      expect(registry.has(provider)).toBe(true);
    }
  });

  it("says which carriers there are when asked for another", () => {
    expect(registry.has("nobody")).toBe(false);
    expect(() => registry.get("nobody")).toThrow(UnknownCarrierError);
    expect(() => registry.get("nobody")).toThrow(/^There is no carrier "nobody". Carriers: simulator, twilio, /);
  });
});
