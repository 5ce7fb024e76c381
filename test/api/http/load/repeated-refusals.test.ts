import { randomUUID } from "node:crypto";
import { expect, it } from "@jest/globals";
import { badRequest, tooManyRequests } from "../../../../api/http/http-error.ts";
import { createRepeatedRefusals } from "../../../../api/http/load/repeated-refusals.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { startTestApi } from "../../../harness/test-api.ts";
import { createTestDatabase } from "../../../harness/test-database.ts";
import { WaitsInVain, waitUntil } from "../../../harness/wait-until.ts";

it("refusals that a caller repeats are held, those of others and of other kinds are not", async () => {
  const held: string[] = [];
  const refusals = createRepeatedRefusals({ hold: async ({ caller }) => void held.push(caller) });
  const { signal } = new AbortController();
  const full = tooManyRequests("Too many at once", 1);
  for (let time = 0; time < 20; time += 1) await refusals.hold("greedy", full, signal);
  await refusals.hold("greedy", badRequest("wrong", "It is wrong"), signal);
  await refusals.hold("greedy", new Error("a fault of ours"), signal);
  await refusals.hold("modest", full, signal);
  expect(held).toEqual([]);
  await refusals.hold("greedy", full, signal);
  expect(held).toEqual(["greedy"]);
});

/** Whether this answer took a second. Where a busy machine took more than a minute for those before, a few more are free. */
const isHeld = async (ask: () => Promise<Response>, refused: number): Promise<boolean> => {
  const begunAtMs = performance.now();
  const { status } = await ask();
  if (status !== refused) throw new WaitsInVain(`the answer was ${status}`);
  return performance.now() - begunAtMs > 990;
};

it("a caller who repeats a request that a quota refuses is answered a second later", async () => {
  const test = await createTestDatabase();
  const api = await startTestApi(test, { environment: { UPLOAD_BYTES_PER_ORGANIZATION: "1000" } });
  const { admin } = await createTenant(test);
  const client = api.client({ token: admin.token });
  const ask = () =>
    client.fetch("/api/v1/object-store/presigned-upload-url", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ file_name: "a.csv", file_size: 5000, content_type: "text/csv" }),
    });
  for (let time = 0; time < 20; time += 1) expect((await ask()).status).toBe(402);
  await waitUntil("one is answered later", () => isHeld(ask, 402));
  await api.close();
  await test.drop();
});

it("an address that goes on signing up beyond its limit is answered a second later", async () => {
  const test = await createTestDatabase();
  const api = await startTestApi(test, { environment: { SIGNUPS_PER_HOUR: "1" } });
  const signUp = () =>
    api.client().fetch("/api/v1/auth/signup", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: "a long enough password" }),
    });
  expect((await signUp()).status).toBe(200);
  for (let time = 0; time < 20; time += 1) expect((await signUp()).status).toBe(429);
  await waitUntil("one is answered later", () => isHeld(signUp, 429));
  await api.close();
  await test.drop();
});
