import { availableParallelism } from "node:os";
import { describe, expect, it } from "@jest/globals";
import { hashPassword, PasswordHashesBusyError, verifyPassword } from "../../../infra/secrets/password-hash.ts";

const PASSWORD = "correct horse battery";

describe("a password's hash", () => {
  it("matches the password and nothing near it", async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await verifyPassword(PASSWORD, stored)).toBe(true);
    for (const wrong of ["Correct horse battery", "correct horse battery ", "", "correct horse batter"]) {
      expect(await verifyPassword(wrong, stored)).toBe(false);
    }
  });

  it("is argon2id in PHC form, with a salt of its own", async () => {
    const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
  });

  it("made with other parameters is still read: it names its own", async () => {
    const { argon2Sync } = await import("node:crypto");
    const parameters = { message: PASSWORD, nonce: Buffer.from("some old salt 16"), memory: 64, passes: 3 };
    const hash = argon2Sync("argon2id", { ...parameters, parallelism: 1, tagLength: 24 });
    const stored = `$argon2id$v=19$m=64,t=3,p=1$${base64(parameters.nonce)}$${base64(hash)}`;
    expect(await verifyPassword(PASSWORD, stored)).toBe(true);
    expect(await verifyPassword(`${PASSWORD}!`, stored)).toBe(false);
  });
});

it("at most two are made at a time, fifty wait, and more are refused at once", async () => {
  const refused: unknown[] = [];
  let made = 0;
  const asked = Array.from({ length: 60 }, () =>
    hashPassword(PASSWORD).then(
      () => (made += 1),
      (error: unknown) => refused.push(error),
    ),
  );
  await new Promise((resolve) => setImmediate(resolve));
  const places = Math.max(1, Math.min(2, availableParallelism() - 1)) + 50;
  expect(refused).toHaveLength(60 - places);
  for (const error of refused) expect(error).toBeInstanceOf(PasswordHashesBusyError);
  await Promise.all(asked);
  expect(made).toBe(places);
});

it("nobody's password never matches, whatever is sent", async () => {
  expect(await verifyPassword(PASSWORD, null)).toBe(false);
  expect(await verifyPassword("", null)).toBe(false);
});

it("a stored text that is no hash matches nothing", async () => {
  for (const stored of ["", "none", PASSWORD, "$argon2i$v=19$m=64,t=3,p=1$YWJj$YWJj"]) {
    expect(await verifyPassword(stored, stored)).toBe(false);
  }
});

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
