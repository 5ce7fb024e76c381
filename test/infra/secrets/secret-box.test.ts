import { describe, expect, it } from "@jest/globals";
import { createSecretBox } from "../../../infra/secrets/secret-box.ts";

const OLD_KEY = "aa".repeat(32);
const NEW_KEY = "bb".repeat(32);
const SECRET = "AC123 and its auth token";

describe("a sealed secret", () => {
  const box = createSecretBox([OLD_KEY]);

  it("opens in its context and shows nothing of itself", () => {
    const sealed = box.seal(SECRET, "telephony:org-7");
    expect(box.open(sealed, "telephony:org-7")).toBe(SECRET);
    expect(sealed.includes("auth token")).toBe(false);
  });

  it("differs each time, so that equal secrets are not seen to be equal", () => {
    expect(box.seal(SECRET, "x").equals(box.seal(SECRET, "x"))).toBe(false);
  });

  it("does not open in another organization's context", () => {
    const sealed = box.seal(SECRET, "telephony:org-7");
    expect(() => box.open(sealed, "telephony:org-8")).toThrow();
  });

  it("does not open when any byte of it was changed", () => {
    const sealed = box.seal(SECRET, "x");
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => box.open(changed, "x")).toThrow();
    }
  });
});

describe("after a rotation of the key", () => {
  const before = createSecretBox([OLD_KEY]);
  const after = createSecretBox([NEW_KEY, OLD_KEY]);

  it("old secrets open, new ones are sealed with the new key", () => {
    expect(after.open(before.seal(SECRET, "x"), "x")).toBe(SECRET);
    expect(after.keyId).not.toBe(before.keyId);
    expect(() => before.open(after.seal(SECRET, "x"), "x")).toThrow(after.keyId);
  });
});
