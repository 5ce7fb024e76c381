import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { logInOperation, signUpOperation } from "../../../api/auth/auth.operations.ts";
import { hashPassword } from "../../../infra/secrets/password-hash.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const { test, api } = await useTestApi({ environment: { SIGNUPS_PER_HOUR: "2" } });

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  api.client().fetch(`/api/v1${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });

describe("sign-ups from one address", () => {
  it("are as many in an hour as the operator allows; what is refused by its form does not count", async () => {
    const account = () => ({ body: { email: `${randomUUID()}@example.com`, password: "a long password" } });
    const short = { body: { ...account().body, password: "short" } };
    expect((await api.client().refused(signUpOperation, short)).status).toBe(422);
    await api.client().call(signUpOperation, account());
    await api.client().call(signUpOperation, account());
    const refused = await api.client().refused(signUpOperation, account());
    expect(refused).toMatchObject({ status: 429, detail: expect.stringContaining("At most 2 accounts an hour") });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  });
});

it("a log-in waits for no more than fifty others: beyond them it is told to come back", async () => {
  const others: Promise<unknown>[] = [];
  let isBusy = true;
  const keepBusy = async (): Promise<void> => {
    while (isBusy) {
      const asked = Array.from({ length: 60 }, () => hashPassword("a long password"));
      others.push(Promise.allSettled(asked));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const busy = keepBusy();
  const logIn = () =>
    api
      .client()
      .refused(logInOperation, { body: { email: `${randomUUID()}@example.com`, password: "a long password" } });
  const refused = await waitUntil("a log-in meets a full queue", async () => {
    const answer = await logIn();
    return answer.status === 503 && answer;
  }).finally(() => (isBusy = false));
  await busy;
  await Promise.all(others);
  expect(refused.detail).toContain("Too many people log in right now");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});

describe("the body of a stranger's request", () => {
  it("may hold 64 KB, that of somebody known a megabyte", async () => {
    const body = JSON.stringify({ email: "a@example.com", password: "x".repeat(70_000) });
    expect((await post("/auth/login", body)).status).toBe(413);
    const { admin } = await createTenant(test);
    const known = await post("/folder", JSON.stringify({ name: "x".repeat(70_000) }), {
      authorization: `Bearer ${admin.token}`,
    });
    expect(known.status).toBe(422);
  });

  it("large ones of an organization are read one after another", async () => {
    const { admin } = await createTenant(test);
    const body = JSON.stringify({ name: "x".repeat(1_000_000) });
    const begunAtMs = performance.now();
    const send = () => post("/folder", body, { authorization: `Bearer ${admin.token}` });
    const answers = await Promise.all(Array.from({ length: 4 }, send));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    // A megabyte at once, another before that is gone, and then four a second.
    expect(performance.now() - begunAtMs).toBeGreaterThan(490);
  });

  it("is not looked at before its credentials are", async () => {
    for (const body of ["{broken", JSON.stringify({ name: "x".repeat(2_000_000) })])
      expect((await post("/folder", body, { "x-api-key": "vap_live_unknown" })).status).toBe(401);
  });

  it("is refused by its depth before it is parsed; brackets in a text are none", async () => {
    const nested = `{"email":"a@example.com","password":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    expect(await (await post("/auth/login", nested)).json()).toMatchObject({ detail: [{ type: "too_deep" }] });
    const body = { email: "nobody@example.com", password: `"\\${"[".repeat(150)}` };
    expect((await api.client().refused(logInOperation, { body })).status).toBe(401);
  });
});
