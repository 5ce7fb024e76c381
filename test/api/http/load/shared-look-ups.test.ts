import { expect, it } from "@jest/globals";
import type { PresentedCredential } from "../../../../api/http/authenticate.ts";
import { shareLookUps } from "../../../../api/http/load/shared-look-ups.ts";
import type { Actor } from "../../../../api/http/operation-context.ts";

const credential = (value: string): PresentedCredential => ({ kind: "api_key", hash: Buffer.from(value) });
const actor = (userId: number): Actor => ({
  organizationId: 1,
  userId,
  role: "admin",
  environment: "production",
  credential: { kind: "api_key", id: 1 },
});

/** Look-ups that end when the test says so, in their order. */
const openLookUps = () => {
  const begun: { of: PresentedCredential; resolve(actor: Actor): void; reject(error: Error): void }[] = [];
  const lookUp = shareLookUps(
    (of) => new Promise<Actor>((resolve, reject) => void begun.push({ of, resolve, reject })),
  );
  return { begun, lookUp };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("answers a request by a look-up that began after it came, which others share", async () => {
  const { begun, lookUp } = openLookUps();
  const first = lookUp(credential("a"));
  const later = [lookUp(credential("a")), lookUp(credential("a"))];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(actor(1));
  expect(await first).toEqual(actor(1));
  await settled();
  expect(begun).toHaveLength(2);
  const last = lookUp(credential("a"));
  begun[1]?.resolve(actor(2));
  expect(await Promise.all(later)).toEqual([actor(2), actor(2)]);
  await settled();
  begun[2]?.resolve(actor(3));
  expect(await last).toEqual(actor(3));
  expect(begun).toHaveLength(3);
});

it("looks up again after one that failed, for those that came meanwhile too", async () => {
  const { begun, lookUp } = openLookUps();
  const first = lookUp(credential("a"));
  const later = lookUp(credential("a"));
  begun[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await settled();
  begun[1]?.resolve(actor(1));
  expect(await later).toEqual(actor(1));
  const last = lookUp(credential("a"));
  begun[2]?.resolve(actor(2));
  expect(await last).toEqual(actor(2));
});

it("keeps credentials apart", async () => {
  const { begun, lookUp } = openLookUps();
  const both = [lookUp(credential("a")), lookUp(credential("b"))];
  expect(begun.map(({ of }) => String(of.hash))).toEqual(["a", "b"]);
  begun[1]?.resolve(actor(2));
  begun[0]?.resolve(actor(1));
  expect(await Promise.all(both)).toEqual([actor(1), actor(2)]);
});
