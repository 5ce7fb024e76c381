import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  getAccountOperation,
  logInOperation,
  logOutOperation,
  signUpOperation,
} from "../../../api/auth/auth.operations.ts";
import { hashToken } from "../../../api/http/authenticate.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const PASSWORD = "a password of some length";

let test: TestDatabase;
let api: TestApi;
let otherProcess: TestApi;
let closed: TestApi;
let proxied: TestApi;
let now: Date;

beforeAll(async () => {
  test = await createTestDatabase();
  const dependencies = { clock: { now: () => now } };
  api = await startTestApi(test, { dependencies });
  otherProcess = await startTestApi(test, { dependencies });
  closed = await startTestApi(test, { environment: { SIGNUP_ENABLED: "false" } });
  proxied = await startTestApi(test, { dependencies, environment: { TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await Promise.all([api.close(), otherProcess.close(), closed.close(), proxied.close()]);
  await test.drop();
});
beforeEach(async () => {
  now = new Date();
  await test.everything.deleteFrom("login_attempts").execute();
});

const signUp = (email: string) => api.client().call(signUpOperation, { body: { email, password: PASSWORD } });
const logIn = (email: string, password = PASSWORD) => api.client().call(logInOperation, { body: { email, password } });
const failToLogIn = (email: string, process = api) =>
  process.client().refused(logInOperation, { body: { email, password: "not the password" } });

describe("signing up", () => {
  it("makes an owner with an organization that can place its first call", async () => {
    const { body } = await api.client().call(signUpOperation, {
      body: { email: "ada@example.com", password: PASSWORD, name: "Ada", organization_name: "Engines" },
    });
    expect(body).toMatchObject({
      token_type: "bearer",
      user: { email: "ada@example.com", name: "Ada", role: "owner" },
    });
    const { body: account } = await api.client({ token: body.token }).call(getAccountOperation);
    expect(account).toEqual(body.user);

    const rows = await api.dependencies.database.inOrganization(account.organization_id, async (tx) => ({
      organization: await tx.selectFrom("organizations").select("name").executeTakeFirst(),
      accounts: await tx.selectFrom("telephony_configurations").selectAll().execute(),
    }));
    expect(rows.organization).toEqual({ name: "Engines" });
    expect(rows.accounts).toMatchObject([{ name: "Simulator", provider: "simulator", is_default_outbound: true }]);
    const settings = rows.accounts.map((row) => openCredentials(row, testSecrets));
    expect(settings).toEqual([{ conversations: true }]);
  });

  it("keeps neither the password nor the token", async () => {
    const { body } = await signUp("secret@example.com");
    const user = await test.everything
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "secret@example.com")
      .executeTakeFirstOrThrow();
    expect(user.password_hash).toMatch(/^\$argon2id\$/);
    const hashes = await test.everything
      .selectFrom("sessions")
      .select("token_hash")
      .where("user_id", "=", user.id)
      .execute();
    expect(hashes).toEqual([{ token_hash: hashToken(body.token) }]);
  });

  it("is refused for a taken address, in any case, and leaves nothing behind", async () => {
    await signUp("taken@example.com");
    const count = () =>
      test.everything
        .selectFrom("organizations")
        .select((eb) => eb.fn.countAll().as("n"))
        .executeTakeFirst();
    const before = await count();
    const refusal = await api
      .client()
      .refused(signUpOperation, { body: { email: "Taken@Example.com", password: PASSWORD } });
    expect(refusal).toMatchObject({ status: 409, code: "email_taken" });
    expect(await count()).toEqual(before);
  });

  it("twice at once makes one account", async () => {
    const body = { email: "twice@example.com", password: PASSWORD };
    const answers = await Promise.all(
      [api, otherProcess].map(({ baseUrl }) =>
        fetch(`${baseUrl}/api/v1/auth/signup`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ["a short password", { password: "ninechars" }, "password"],
    ["a long password", { password: "x".repeat(201) }, "password"],
    ["no address", { email: "ada" }, "email"],
    ["an unknown field", { role: "owner" }, "role"],
  ])("is refused with %s", async (_what, change, field) => {
    const refusal = await api
      .client()
      .refused(signUpOperation, { body: { email: "new@example.com", password: PASSWORD, ...change } });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["body", field] }] });
  });

  it("can be switched off", async () => {
    const refusal = await closed
      .client()
      .refused(signUpOperation, { body: { email: "late@example.com", password: PASSWORD } });
    expect(refusal).toMatchObject({ status: 403, code: "signup_disabled" });
  });
});

describe("logging in", () => {
  it("opens a session for a week, whatever the case of the address", async () => {
    const { body: signedUp } = await signUp("Grace@example.com");
    const { body } = await logIn("gRACE@EXAMPLE.com");
    expect(body.user).toEqual(signedUp.user);
    expect(body.token).not.toBe(signedUp.token);
    expect(new Date(body.expires_at).getTime()).toBe(now.getTime() + 7 * 86_400_000);
  });

  it("answers a wrong password and an unknown address alike", async () => {
    await signUp("known@example.com");
    const wrong = await failToLogIn("known@example.com");
    const unknown = await failToLogIn("unknown@example.com");
    expect(wrong).toMatchObject({ status: 401, detail: "Invalid email or password" });
    expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null });
  });

  it("answers a wrong password before the audit has it, whose time would tell that there is an account", async () => {
    await signUp("audited@example.com");
    const acts = () =>
      sql<{ count: number }>`select count(*)::int as count from acts where kind = 'log_in_failed'`.execute(
        test.everything,
      );
    const before = (await acts()).rows[0]?.count ?? 0;
    await test.everything.transaction().execute(async (tx) => {
      await sql`lock table acts in share mode`.execute(tx);
      expect((await failToLogIn("audited@example.com")).status).toBe(401);
      expect((await acts()).rows[0]?.count).toBe(before);
    });
    await waitUntil("the audit has it", async () => (await acts()).rows[0]?.count === before + 1);
  });
});

describe("a session", () => {
  it("ends with logout, in every process at once, and no other session with it", async () => {
    const { body: first } = await signUp("two-sessions@example.com");
    const { body: second } = await logIn("two-sessions@example.com");
    await api.client({ token: first.token }).call(logOutOperation);
    expect((await otherProcess.client({ token: first.token }).refused(getAccountOperation)).status).toBe(401);
    await otherProcess.client({ token: second.token }).call(getAccountOperation);
  });

  it("ends after its time", async () => {
    const { body } = await signUp("expired@example.com");
    await test.everything
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("token_hash", "=", hashToken(body.token))
      .execute();
    expect((await api.client({ token: body.token }).refused(getAccountOperation)).status).toBe(401);
  });

  it("is not what an API key has", async () => {
    const tenant = await createTenant(test);
    const { apiKey } = await createKey(test, { tenant, role: "viewer" });
    const holder = api.client({ apiKey });
    expect((await holder.call(getAccountOperation)).body).toMatchObject({ id: tenant.viewer.userId, role: "viewer" });
    expect(await holder.refused(logOutOperation)).toMatchObject({ status: 400, code: "no_session" });
  });
});

describe("failed log-ins", () => {
  const fail = async (email: string, times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1) expect((await failToLogIn(email)).status).toBe(401);
  };

  it("are slowed for the address they aim at, in every process, even with the right password", async () => {
    await signUp("aimed-at@example.com");
    await fail("aimed-at@example.com", 5);
    const refusal = await otherProcess
      .client()
      .refused(logInOperation, { body: { email: "Aimed-At@example.com", password: PASSWORD } });
    expect(refusal.status).toBe(429);
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });

  it("wait longer each time, a minute at most, and then may try again", async () => {
    await fail("patient@example.com", 5);
    const waits: number[] = [];
    for (let lock = 0; lock < 9; lock += 1) {
      const refusal = await failToLogIn("patient@example.com");
      expect(refusal.status).toBe(429);
      const waitSeconds = Number(refusal.headers.get("retry-after"));
      waits.push(waitSeconds);
      now = new Date(now.getTime() + waitSeconds * 1000);
      await fail("patient@example.com", 1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it("do not hold up anybody else", async () => {
    await signUp("bystander@example.com");
    await fail("aimed-at-2@example.com", 5);
    expect((await failToLogIn("aimed-at-2@example.com")).status).toBe(429);
    await logIn("bystander@example.com");
  });

  it("are forgotten after a success", async () => {
    await signUp("forgetful@example.com");
    await fail("forgetful@example.com", 4);
    await logIn("forgetful@example.com");
    await fail("forgetful@example.com", 4);
    await logIn("forgetful@example.com");
  });

  it("are forgotten after an hour", async () => {
    await fail("yesterday@example.com", 5);
    now = new Date(now.getTime() + 3_601_000);
    await fail("yesterday@example.com", 4);
  });

  it("cannot slip through by being sent at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => failToLogIn("flood@example.com", index % 2 ? api : otherProcess)),
    );
    const tried = answers.filter(({ status }) => status === 401);
    expect(tried).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it("failed log-ins of one address against many accounts are slowed too", async () => {
    for (let account = 0; account < 30; account += 1) await fail(`account-${account}@example.com`, 1);
    expect((await failToLogIn("account-31@example.com")).status).toBe(429);
  });

  const tryFrom = async (address: string, email: string, { password = "not the password", cookie = "" } = {}) => {
    const body = JSON.stringify({ email, password, cookie: true });
    const headers = { "content-type": "application/json", "x-forwarded-for": address, cookie };
    return proxied.client().fetch("/api/v1/auth/login", { method: "POST", headers, body });
  };
  const statusFrom = async (...of: Parameters<typeof tryFrom>) => (await tryFrom(...of)).status;

  it("failed log-ins of a stranger elsewhere do not lock the owner of the account out", async () => {
    await signUp("owner@example.com");
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await statusFrom("203.0.113.7", "owner@example.com")).toBe(401);
    expect(await statusFrom("203.0.113.7", "owner@example.com", { password: PASSWORD })).toBe(429);
    expect(await statusFrom("198.51.100.9", "owner@example.com", { password: PASSWORD })).toBe(200);
  });

  /** As if strangers had guessed so often, and the next turn comes `turnInMs` from now. */
  const guessed = (email: string, { failures, turnInMs }: { failures: number; turnInMs: number }) =>
    test.everything
      .insertInto("login_attempts")
      .values({
        subject: `email:${email}`,
        failures,
        locked_until: new Date(now.getTime() + turnInMs),
        updated_at: now,
      })
      .execute();

  it("from many addresses take turns after a hundred, one a second, and the right password gets in", async () => {
    await signUp("many@example.com");
    await guessed("many@example.com", { failures: 99, turnInMs: 0 });
    expect(await statusFrom("203.0.113.1", "many@example.com")).toBe(401);
    expect(await statusFrom("203.0.113.2", "many@example.com")).toBe(401);
    const { locked_until: turn } = await test.everything
      .selectFrom("login_attempts")
      .select("locked_until")
      .where("subject", "=", "email:many@example.com")
      .executeTakeFirstOrThrow();
    expect(turn?.getTime()).toBe(now.getTime() + 1_000);
    expect(await statusFrom("203.0.113.3", "many@example.com", { password: PASSWORD })).toBe(200);
  });

  describe("of strangers at a hundred addresses", () => {
    it("keep nobody out at an address from which they have logged in", async () => {
      await signUp("at-home@example.com");
      expect(await statusFrom("198.51.100.1", "at-home@example.com", { password: PASSWORD })).toBe(200);
      await guessed("at-home@example.com", { failures: 200, turnInMs: 60_000 });
      expect(await statusFrom("198.51.100.1", "at-home@example.com", { password: PASSWORD })).toBe(200);
      expect(await statusFrom("198.51.100.2", "at-home@example.com", { password: PASSWORD })).toBe(429);
    });

    it("keep nobody out in a browser in which they have logged in, whatever its address", async () => {
      await signUp("abroad@example.com");
      const first = await tryFrom("198.51.100.3", "abroad@example.com", { password: PASSWORD });
      const cookie = first.headers.getSetCookie().find((set) => set.startsWith("ringdown_browser=")) ?? "";
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
      await guessed("abroad@example.com", { failures: 200, turnInMs: 60_000 });
      const there = { password: PASSWORD, cookie: cookie.split(";")[0] ?? "" };
      expect(await statusFrom("198.51.100.4", "abroad@example.com", there)).toBe(200);
      const invented = { password: PASSWORD, cookie: `ringdown_browser=${"a".repeat(43)}` };
      expect(await statusFrom("198.51.100.5", "abroad@example.com", invented)).toBe(429);
    });

    it("also of the same network, keep nobody out in a browser in which they have logged in", async () => {
      await signUp("office@example.com");
      const first = await tryFrom("198.51.100.6", "office@example.com", { password: PASSWORD });
      const cookie = first.headers.getSetCookie().find((set) => set.startsWith("ringdown_browser=")) ?? "";
      for (let attempt = 0; attempt < 5; attempt += 1) await tryFrom("198.51.100.6", "office@example.com");
      expect(await statusFrom("198.51.100.6", "office@example.com", { password: PASSWORD })).toBe(429);
      const there = { password: PASSWORD, cookie: cookie.split(";")[0] ?? "" };
      expect(await statusFrom("198.51.100.6", "office@example.com", there)).toBe(200);
    });

    it("do not learn from a browser's cookie that an account is known there for another person", async () => {
      await signUp("hers@example.com");
      await signUp("his@example.com");
      const first = await tryFrom("198.51.100.7", "hers@example.com", { password: PASSWORD });
      const cookie = first.headers.getSetCookie().find((set) => set.startsWith("ringdown_browser=")) ?? "";
      await guessed("his@example.com", { failures: 200, turnInMs: 60_000 });
      const there = { password: PASSWORD, cookie: cookie.split(";")[0] ?? "" };
      expect(await statusFrom("198.51.100.8", "his@example.com", there)).toBe(429);
    });
  });
});
