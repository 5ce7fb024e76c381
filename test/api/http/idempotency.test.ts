import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createApiKeyOperation, listApiKeysOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { createContactListOperation } from "../../../api/contacts/contacts.operations.ts";
import { tooManyRequests, unavailable } from "../../../api/http/http-error.ts";
import { findKeptAnswer } from "../../../api/http/idempotency.ts";
import type { Actor } from "../../../api/http/operation-context.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { buildRequestMarkContext } from "../../../infra/postgres/idempotency/answer-context.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

let test: TestDatabase;
let api: TestApi;
let otherProcess: TestApi;
let tenant: Tenant;
let admin: ApiClient;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  otherProcess = await startTestApi(test);
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
});
afterAll(async () => {
  await api.close();
  await otherProcess.close();
  await test.drop();
});

const create = (name: string, idempotencyKey: string, client = admin) =>
  client.call(createApiKeyOperation, { body: { name } }, { idempotencyKey });
const keysNamed = async (name: string) =>
  (await admin.call(listApiKeysOperation)).body.filter((key) => key.name === name);

/** Moves the first use of the key this far into the past. */
const age = (key: string, ms: number) =>
  test.everything
    .updateTable("idempotency_keys")
    .set({ created_at: new Date(Date.now() - ms) })
    .where("key", "=", key)
    .execute();

/** Leaves a key as a process does that dies before it has an answer. */
const leaveUnanswered = (key: string) =>
  test.everything
    .updateTable("idempotency_keys")
    .set({ status: null, answer_sealed: null })
    .where("key", "=", key)
    .execute();

describe("the same Idempotency-Key", () => {
  it("gives the first answer again, from any process", async () => {
    const first = await create("once", "a");
    const again = await create("once", "a", otherProcess.client({ token: tenant.admin.token }));
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await keysNamed("once")).toHaveLength(1);
  });

  it("gives the answer of its own request: a later one of the same sender has another", async () => {
    const first = await create("one", "w1");
    const second = await create("two", "w2");
    const again = [await create("one", "w1"), await create("two", "w2")];
    expect(again.map(({ body }) => body)).toEqual([first.body, second.body]);
  });

  it("with another body is 409", async () => {
    await create("first body", "b");
    const refusal = await admin.refused(
      createApiKeyOperation,
      { body: { name: "second body" } },
      { idempotencyKey: "b" },
    );
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_key_reused" });
  });

  it("is kept with a mark of its request that nobody can make without the key: a number in it cannot be guessed", async () => {
    const body = { name: "guess me" };
    await create(body.name, "guessed");
    const { request_hash: mark, credential } = await test.everything
      .selectFrom("idempotency_keys")
      .select(["request_hash", "credential"])
      .where("key", "=", "guessed")
      .executeTakeFirstOrThrow();
    const guesses = ["", "/api/v1"].map((prefix) =>
      createHash("sha256")
        .update(`POST ${prefix}/users/api-keys\n${JSON.stringify(body)}`)
        .digest(),
    );
    const context = buildRequestMarkContext(tenant.organizationId, credential, "guessed");
    const right = guesses.find((guess) => testSecrets.isMarkOf(mark, guess, context));
    expect(right).toBeDefined();
    expect(guesses.some((guess) => guess.equals(mark))).toBe(false);
    // What it was before, an upgrade still knows.
    await test.everything
      .updateTable("idempotency_keys")
      .set({ request_hash: right ?? mark })
      .where("key", "=", "guessed")
      .execute();
    expect((await create(body.name, "guessed")).headers.get("idempotent-replayed")).toBe("true");
  });

  it("at once makes one thing; the second waits its turn or gets the same answer", async () => {
    const send = () =>
      admin.fetch("/api/v1/users/api-keys", {
        method: "POST",
        body: JSON.stringify({ name: "at once" }),
        headers: { "content-type": "application/json", "idempotency-key": "c" },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await keysNamed("at once")).toHaveLength(1);
    expect((await create("at once", "c")).headers.get("idempotent-replayed")).toBe("true");
  });

  it.each(["PUT", "PATCH", "DELETE"])("holds for %s as it does for POST", async (method) => {
    const made = await create(`for ${method}`, `made for ${method}`);
    const path = method === "PUT" ? `${made.body.id}/reactivate` : String(made.body.id);
    const send = () =>
      admin.fetch(`/api/v1/users/api-keys/${path}`, {
        method,
        headers: { "content-type": "application/json", "idempotency-key": `with ${method}` },
        ...(method === "PATCH" && { body: JSON.stringify({ expires_at: null }) }),
      });
    const [first, again] = [await send(), await send()];
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await again.text()).toBe(await first.text());
  });

  it("an Idempotency-Key of another organization is another key", async () => {
    const other = await createTenant(test);
    await create("ours", "d");
    const theirs = await create("theirs", "d", api.client({ token: other.admin.token }));
    expect(theirs.body.name).toBe("theirs");
  });

  it("gives a refusal again, too, without carrying the request out once more", async () => {
    const add = () =>
      admin.fetch(`/api/v1/organizations/telephony-configs/${tenant.simulatorAccountId + 1_000_000}/phone-numbers`, {
        method: "POST",
        body: JSON.stringify({ address: "+12025550123" }),
        headers: { "content-type": "application/json", "idempotency-key": "e" },
      });
    const [first, again] = [await add(), await add()];
    expect([first.status, again.status]).toEqual([404, 404]);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    expect(await again.json()).toEqual(await first.json());
  });

  it("for another thing is 409: the address belongs to what was asked", async () => {
    await create("same body", "p");
    const refusal = await admin.refused(
      createContactListOperation,
      { body: { name: "same body" } },
      { idempotencyKey: "p" },
    );
    expect(refusal).toMatchObject({ status: 409, code: "idempotency_key_reused" });
  });

  it.each([
    [23.9, 1],
    [24.1, 2],
  ])("%d hours later has made %d things", async (hours, things) => {
    const name = `daily ${hours}`;
    await create(name, name);
    await age(name, hours * 3_600_000);
    await create(name, name);
    expect(await keysNamed(name)).toHaveLength(things);
  });

  it("left by a process that died is taken over, after half a minute and by one alone", async () => {
    await create("lost", "g");
    await leaveUnanswered("g");
    // Far from half a minute: the request itself may take a while.
    await age("g", 5_000);
    const refusal = await admin.refused(createApiKeyOperation, { body: { name: "lost" } }, { idempotencyKey: "g" });
    expect(refusal).toMatchObject({ status: 409, code: "request_in_progress" });
    await age("g", 31_000);
    expect((await create("lost", "g")).headers.get("idempotent-replayed")).toBeNull();
    expect((await create("lost", "g")).headers.get("idempotent-replayed")).toBe("true");
  });

  it("is not taken over by a process whose clock is an hour ahead", async () => {
    await create("ahead", "ahead");
    await leaveUnanswered("ahead");
    const readClock = Date.now;
    Date.now = () => readClock() + 3_600_000;
    try {
      const refusal = await admin.refused(
        createApiKeyOperation,
        { body: { name: "ahead" } },
        { idempotencyKey: "ahead" },
      );
      expect(refusal).toMatchObject({ status: 409, code: "request_in_progress" });
    } finally {
      Date.now = readClock;
    }
  });

  it("an Idempotency-Key that was taken over belongs to the new sender, and its time begins anew", async () => {
    const beforeMs = Date.now();
    await create("slow", "s");
    await leaveUnanswered("s");
    await age("s", 31_000);
    const takenOver = admin.fetch("/api/v1/users/api-keys", {
      method: "POST",
      body: JSON.stringify({ name: "slow" }),
      headers: { "content-type": "application/json", "idempotency-key": "s" },
    });
    expect((await takenOver).status).toBe(200);
    const { created_at } = await test.everything
      .selectFrom("idempotency_keys")
      .select("created_at")
      .where("key", "=", "s")
      .executeTakeFirstOrThrow();
    expect(created_at.getTime()).toBeGreaterThanOrEqual(beforeMs);
  });

  it("an Idempotency-Key that was taken over leaves its sender's other keys, and another sender's key of the same text, to be taken over", async () => {
    const owner = api.client({ token: tenant.owner.token });
    const lost = [
      ["lost one", "t1", admin],
      ["lost two", "t2", admin],
      ["lost three", "t1", owner],
    ] as const;
    for (const [name, key, client] of lost) await create(name, key, client);
    for (const key of ["t1", "t2"]) {
      await leaveUnanswered(key);
      await age(key, 31_000);
    }
    for (const [name, key, client] of lost) {
      expect((await create(name, key, client)).headers.get("idempotent-replayed")).toBeNull();
    }
  });
});

it("a secret is no part of what tells two requests from each other, all else is", async () => {
  const provide = (name: string, value: string) =>
    admin.fetch("/api/v1/timeline/secrets/provide", {
      method: "POST",
      body: JSON.stringify({ event_id: 2_000_000_000, name, value }),
      headers: { "content-type": "application/json", "idempotency-key": "secret" },
    });
  const answers = [await provide("CRM", "one"), await provide("CRM", "two"), await provide("Shop", "one")];
  expect(answers.map(({ status, headers }) => [status, headers.get("idempotent-replayed")])).toEqual([
    [404, null],
    [404, "true"],
    [409, null],
  ]);
});

describe("a request that fails through our own fault", () => {
  /** Returns a process whose work fails at the given moment of its second transaction. */
  const failing = (before: () => Promise<void>) => {
    let transactions = 0;
    const fail = async (): Promise<never> => {
      await before();
      throw new Error("the disk is full");
    };
    const database: Database = {
      ...test.database,
      inOrganization: (organizationId, work) => {
        transactions += 1;
        return transactions === 2 ? fail() : test.database.inOrganization(organizationId, work);
      },
      withEntities: (organizationId, work) => {
        transactions += 1;
        return transactions === 2 ? fail() : test.database.withEntities(organizationId, work);
      },
    };
    return startTestApi(test, { dependencies: { database } });
  };
  const sendTo = async (broken: TestApi, key: string) => {
    const client = broken.client({ token: tenant.admin.token });
    await expect(create(key, key, client)).rejects.toThrow();
    await broken.close();
  };

  it.each([
    ["broken", new Error("the disk is full")],
    ["away", unavailable("The carrier does not answer; try again later")],
    ["too many", tooManyRequests("Another one is being read", 1)],
  ])("may be tried again at once: %s", async (name, error) => {
    await sendTo(await failing(() => Promise.reject(error)), name);
    expect((await create(name, name)).headers.get("idempotent-replayed")).toBeNull();
    expect(await keysNamed(name)).toHaveLength(1);
  });

  it("forgets its own key alone: what others sent may still be running", async () => {
    const owner = api.client({ token: tenant.owner.token });
    await create("running", "running");
    await create("shared", "shared", owner);
    for (const key of ["running", "shared"]) await leaveUnanswered(key);
    await sendTo(await failing(async () => {}), "shared");
    const left = await test.everything
      .selectFrom("idempotency_keys")
      .select("key")
      .where("key", "in", ["running", "shared"])
      .orderBy("key")
      .execute();
    expect(left.map(({ key }) => key)).toEqual(["running", "shared"]);
  });

  it("does not take away the answer that another process has given meanwhile", async () => {
    const other = async () => {
      await age("overtaken", 31_000);
      await create("overtaken", "overtaken");
    };
    await sendTo(await failing(other), "overtaken");
    expect((await create("overtaken", "overtaken")).headers.get("idempotent-replayed")).toBe("true");
    expect(await keysNamed("overtaken")).toHaveLength(1);
  });
});

it("belongs to who sent it: the same text from another one is another key", async () => {
  const other = api.client({ token: tenant.owner.token });
  const ask = (client: ApiClient) =>
    client.call(createApiKeyOperation, { body: { name: "two of us" } }, { idempotencyKey: "the same text" });
  const [first, second] = [await ask(admin), await ask(other)];
  expect(second.body.id).not.toBe(first.body.id);
  expect((await ask(admin)).body.id).toBe(first.body.id);
});

describe("an answer that is looked for by its key", () => {
  const actorOf = (userId: number): Actor => ({
    organizationId: tenant.organizationId,
    userId,
    role: "admin",
    environment: "production",
    credential: { kind: "session", id: 1, method: "password" },
  });
  const keptFor = (userId: number, key: string) => findKeptAnswer(api.dependencies, { actor: actorOf(userId), key });

  it("is the one that its sender got, and nobody else's", async () => {
    const { body } = await create("looked for", "looked for");
    await create("another", "another");
    expect(await keptFor(tenant.admin.userId, "looked for")).toEqual({ status: 200, body });
    expect(await keptFor(tenant.owner.userId, "looked for")).toBeNull();
  });

  it("is not there where nobody has sent the key, and while its request is under way", async () => {
    expect(await keptFor(tenant.admin.userId, "never sent")).toBeNull();
    await create("under way", "under way");
    await leaveUnanswered("under way");
    expect(await keptFor(tenant.admin.userId, "under way")).toBeNull();
  });
});

it("an answer with a secret in it is sealed at rest", async () => {
  const { body } = await create("sealed", "h");
  const row = await test.everything
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("key", "=", "h")
    .executeTakeFirstOrThrow();
  expect(row.answer_sealed?.length).toBeGreaterThan(body.api_key.length);
  expect(row.answer_sealed?.includes(body.api_key)).toBe(false);
});

it("a key of more than 255 characters is refused", async () => {
  const refusal = await admin.refused(
    createApiKeyOperation,
    { body: { name: "x" } },
    { idempotencyKey: "k".repeat(256) },
  );
  expect(refusal).toMatchObject({ status: 400, code: "idempotency_key_too_long" });
});
