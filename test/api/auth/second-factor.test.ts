import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import {
  acceptInvitationOperation,
  changePasswordOperation,
  endOtherSessionsOperation,
  listSessionsOperation,
  selectOrganizationOperation,
} from "../../../api/auth/account.operations.ts";
import { getAccountOperation, logInOperation, signUpOperation } from "../../../api/auth/auth.operations.ts";
import {
  confirmAppOperation,
  confirmPasskeyOperation,
  getSecondFactorOperation,
  proveSecondFactorOperation,
  removeSecondFactorOperation,
  renewRecoveryCodesOperation,
  startAppOperation,
  startPasskeyOperation,
} from "../../../api/auth/second-factor/second-factor.operations.ts";
import {
  getPreferencesOperation,
  getSignInRulesOperation,
  setSignInRulesOperation,
} from "../../../api/organizations/organizations.operations.ts";
import {
  inviteMemberOperation,
  listMembersOperation,
  resetSecondFactorOperation,
} from "../../../api/team/members.operations.ts";
import { computeOneTimeCode, findStepOf } from "../../../infra/secrets/one-time-code.ts";
import { hashPassword } from "../../../infra/secrets/password-hash.ts";
import { addMember, createKey, createTenant, type Member, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { createSoftwarePasskey } from "../../harness/software-passkey.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const PASSWORD = "a password of some length";
const ORIGIN = "https://ringdown.example";
const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;

let test: TestDatabase;
let api: TestApi;
let mailServer: MailServer;
let now = new Date();
let count = 0;

beforeAll(async () => {
  [test, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
  api = await startTestApi(test, {
    environment: { PUBLIC_BASE_URL: ORIGIN, SMTP_URL: mailServer.url, SIGNUP_ENABLED: "true" },
    dependencies: { clock: { now: () => now } },
  });
});
afterAll(async () => {
  await Promise.all([api.close(), mailServer.close()]);
  await test.drop();
});
beforeEach(() => {
  now = new Date(now.getTime() + HOUR_MS);
});

interface Person {
  email: string;
  client: ApiClient;
  userId: number;
  organizationId: number;
}

/** Somebody with a password and a session, in an organization of their own. */
const makePerson = async (role: "owner" | "operator" = "owner", tenant?: Tenant): Promise<Person> => {
  const { organizationId } = tenant ?? (await createTenant(test));
  const member = await addMember(test, { organizationId, role });
  await givePassword(member);
  return { email: member.email, client: api.client({ token: member.token }), userId: member.userId, organizationId };
};

const givePassword = async ({ userId }: Pick<Member, "userId">) =>
  test.everything
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("id", "=", userId)
    .execute();

const decode = (secret: string): Buffer => {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Sets up an app; returns what it shows. */
const setUpApp = async ({ client }: Pick<Person, "client">) => {
  const { secret } = (await client.call(startAppOperation, { body: { password: PASSWORD } })).body;
  const show = (at = now) => computeOneTimeCode(decode(secret), findStepOf(at));
  const { recovery_codes: codes, ended } = (await client.call(confirmAppOperation, { body: { code: show() } })).body;
  now = new Date(now.getTime() + STEP_MS);
  return { show, codes: codes ?? [], ended };
};

const setUpPasskey = async ({ client }: Pick<Person, "client">, name = "A key") => {
  const passkey = createSoftwarePasskey("ringdown.example");
  const begun = (await client.call(startPasskeyOperation, { body: { password: PASSWORD } })).body;
  const made = passkey.register({ challenge: String(begun.options["challenge"]), origin: ORIGIN });
  const body = { challenge_id: begun.challenge_id, name, passkey: made as never };
  const { recovery_codes: codes } = (await client.call(confirmPasskeyOperation, { body })).body;
  return { passkey, codes, body };
};

const post = (path: string, body: object) =>
  api.client().fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The password is right; what the platform asks for next. */
const logInHalf = async (email: string) => {
  const response = await post("/auth/login", { email, password: PASSWORD });
  expect(response.status).toBe(202);
  return (await response.json()) as {
    token: string;
    methods: string[];
    passkey_options: { challenge: string; allowCredentials: { id: string }[] } | null;
  };
};
const prove = (body: object) => api.client().call(proveSecondFactorOperation, { body: body as never });
const fail = (body: object) => api.client().refused(proveSecondFactorOperation, { body });

describe("an authenticator app", () => {
  it("is asked for a code after the password, and not before it was set up to the end", async () => {
    const person = await makePerson();
    await person.client.call(startAppOperation, { body: { password: PASSWORD } });
    await api.client().call(logInOperation, { body: { email: person.email, password: PASSWORD } });
    const { show } = await setUpApp(person);
    const half = await logInHalf(person.email);
    expect(half).toMatchObject({
      second_factor_needed: true,
      methods: ["app", "recovery_code"],
      passkey_options: null,
    });
    const { body } = await prove({ token: half.token, code: show() });
    expect(body.user.email).toBe(person.email);
    expect((await api.client({ token: body.token }).call(getAccountOperation)).status).toBe(200);
  });

  it("ends the sessions that the password alone had opened, but the one that set it up", async () => {
    const person = await makePerson();
    const other = (await api.client().call(logInOperation, { body: { email: person.email, password: PASSWORD } })).body;
    const { ended, codes } = await setUpApp(person);
    expect([ended, codes.length]).toEqual([1, 10]);
    expect((await api.client({ token: other.token }).refused(getAccountOperation)).status).toBe(401);
    await person.client.call(getAccountOperation);
  });

  it("has codes that work once, and none older than one that was given", async () => {
    const person = await makePerson();
    const { show } = await setUpApp(person);
    const first = await logInHalf(person.email);
    await prove({ token: first.token, code: show() });
    const second = await logInHalf(person.email);
    const before = new Date(now.getTime() - STEP_MS);
    for (const code of [show(), show(before)])
      expect(await fail({ token: second.token, code })).toMatchObject({ status: 403, code: "wrong_second_factor" });
    now = new Date(now.getTime() + STEP_MS);
    await prove({ token: second.token, code: show() });
  });

  it("opens one session of several that bring the same code at once", async () => {
    const person = await makePerson();
    const { show } = await setUpApp(person);
    const halves = await Promise.all([1, 2, 3].map(() => logInHalf(person.email)));
    const answers = await Promise.all(halves.map(({ token }) => post("/auth/second-factor", { token, code: show() })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  it("is slowed as passwords are, and lets nobody in meanwhile", async () => {
    const person = await makePerson();
    const { show } = await setUpApp(person);
    const { token } = await logInHalf(person.email);
    for (let time = 0; time < 5; time += 1) expect((await fail({ token, code: "000000" })).status).toBe(403);
    expect((await fail({ token, code: show() })).status).toBe(429);
    const { acts } = (await person.client.call(listActsOperation, { query: { kind: "log_in_failed" } })).body;
    expect(acts).toHaveLength(5);
    now = new Date(now.getTime() + 120_000);
    await prove({ token, code: show() });
  });

  it("is bound to the password that was given, to the time and to the membership", async () => {
    const person = await makePerson();
    const { show } = await setUpApp(person);
    const old = await logInHalf(person.email);
    await person.client.call(changePasswordOperation, { body: { current: PASSWORD, new: "another long password" } });
    expect(await fail({ token: old.token, code: show() })).toMatchObject({ status: 400, code: "log_in_expired" });
    await givePassword(person);
    const late = await logInHalf(person.email);
    now = new Date(now.getTime() + 11 * 60_000);
    expect((await fail({ token: late.token, code: show() })).status).toBe(400);
    const gone = await logInHalf(person.email);
    await test.everything.deleteFrom("memberships").where("user_id", "=", person.userId).execute();
    expect((await fail({ token: gone.token, code: show() })).status).toBe(400);
  });

  it("is set up and removed with the password alone, and no key does it", async () => {
    const person = await makePerson();
    const wrong = { body: { password: "not the password" } };
    expect((await person.client.refused(startAppOperation, wrong)).code).toBe("wrong_password");
    expect((await person.client.refused(confirmAppOperation, { body: { code: "000000" } })).code).toBe(
      "no_app_started",
    );
    await setUpApp(person);
    expect((await person.client.refused(startAppOperation, { body: { password: PASSWORD } })).code).toBe("app_exists");
    const remove = { password: PASSWORD, app: true };
    expect(
      (await person.client.refused(removeSecondFactorOperation, { body: { ...remove, password: "no" } })).code,
    ).toBe("wrong_password");
    await person.client.call(removeSecondFactorOperation, { body: remove });
    expect((await person.client.call(getSecondFactorOperation)).body).toEqual({
      has_app: false,
      passkeys: [],
      recovery_codes_left: 0,
      needed_from: null,
    });
    await api.client().call(logInOperation, { body: { email: person.email, password: PASSWORD } });
    const { acts } = (await person.client.call(listActsOperation, { query: { kind: "second_factor_changed" } })).body;
    expect(acts.map(({ operation }) => operation)).toEqual(["account.removeSecondFactor", "account.confirmApp"]);
  });

  it("keeps its secret sealed, and codes hashed", async () => {
    const person = await makePerson();
    const { codes } = await setUpApp(person);
    const app = await test.everything
      .selectFrom("authenticators")
      .selectAll()
      .where("user_id", "=", person.userId)
      .executeTakeFirstOrThrow();
    expect(app.secret_sealed.length).toBeGreaterThan(40);
    const kept = await test.everything
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("user_id", "=", person.userId)
      .execute();
    expect(kept.some(({ code_hash: hash }) => codes.some((code) => hash.includes(code)))).toBe(false);
  });
});

describe("a recovery code", () => {
  it("opens one session, and new ones replace the old", async () => {
    const person = await makePerson();
    const { codes } = await setUpApp(person);
    const [first = "", second = ""] = codes;
    await prove({ token: (await logInHalf(person.email)).token, recovery_code: first.toLowerCase() });
    const half = await logInHalf(person.email);
    expect((await fail({ token: half.token, recovery_code: first })).code).toBe("wrong_second_factor");
    expect((await person.client.call(getSecondFactorOperation)).body.recovery_codes_left).toBe(9);
    const { body } = await person.client.call(renewRecoveryCodesOperation, { body: { password: PASSWORD } });
    expect((await fail({ token: half.token, recovery_code: second })).status).toBe(403);
    await prove({ token: half.token, recovery_code: body.recovery_codes[0] });
  });
});

describe("a passkey", () => {
  it("answers the challenge of this log-in, once", async () => {
    const person = await makePerson();
    const { passkey, codes } = await setUpPasskey(person);
    expect(codes).toHaveLength(10);
    const half = await logInHalf(person.email);
    expect(half.methods).toEqual(["passkey", "recovery_code"]);
    expect(half.passkey_options?.allowCredentials.map(({ id }) => id)).toEqual([passkey.id]);
    const answer = passkey.answer({ challenge: half.passkey_options?.challenge ?? "", origin: ORIGIN });
    await prove({ token: half.token, passkey: answer });
    expect((await fail({ token: half.token, passkey: answer })).code).toBe("log_in_expired");
    const next = await logInHalf(person.email);
    expect((await fail({ token: next.token, passkey: answer })).code).toBe("wrong_second_factor");
    const { passkeys } = (await person.client.call(getSecondFactorOperation)).body;
    expect(passkeys).toMatchObject([{ name: "A key", last_used_at: now.toISOString() }]);
  });

  it("is refused from another origin, of another person, or with a count that goes back", async () => {
    const person = await makePerson();
    const { passkey } = await setUpPasskey(person);
    const challengeOf = ({ passkey_options: options }: Awaited<ReturnType<typeof logInHalf>>) =>
      options?.challenge ?? "";
    const half = await logInHalf(person.email);
    const elsewhere = passkey.answer({
      challenge: challengeOf(half),
      origin: "https://ringdown.example.attacker.test",
    });
    expect((await fail({ token: half.token, passkey: elsewhere })).code).toBe("wrong_second_factor");
    const strange = createSoftwarePasskey("ringdown.example");
    const answer = strange.answer({ challenge: challengeOf(half), origin: ORIGIN });
    expect((await fail({ token: half.token, passkey: answer })).code).toBe("wrong_second_factor");
    passkey.count = 7;
    await prove({ token: half.token, passkey: passkey.answer({ challenge: challengeOf(half), origin: ORIGIN }) });
    passkey.count = 2;
    const copied = await logInHalf(person.email);
    const back = passkey.answer({ challenge: challengeOf(copied), origin: ORIGIN });
    expect((await fail({ token: copied.token, passkey: back })).code).toBe("wrong_second_factor");
  });

  it("is made for a challenge of one's own that is still open, and once", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { body } = await setUpPasskey(person);
    expect((await person.client.refused(confirmPasskeyOperation, { body })).code).toBe("passkey_invalid");
    const begun = (await other.client.call(startPasskeyOperation, { body: { password: PASSWORD } })).body;
    const passkey = createSoftwarePasskey("ringdown.example");
    const challenge = String(begun.options["challenge"]);
    const foreign = {
      challenge_id: begun.challenge_id,
      name: "x",
      passkey: passkey.register({ challenge, origin: ORIGIN }),
    };
    expect((await person.client.refused(confirmPasskeyOperation, { body: foreign })).code).toBe("passkey_invalid");
    now = new Date(now.getTime() + 11 * 60_000);
    expect((await other.client.refused(confirmPasskeyOperation, { body: foreign })).code).toBe("passkey_invalid");
  });

  it("needs an address with a name; an app is offered there", async () => {
    const unnamed = await startTestApi(test, { environment: { PUBLIC_BASE_URL: "http://192.0.2.7:8000" } });
    const person = await makePerson();
    const client = unnamed.client({
      token: (await api.client().call(logInOperation, { body: { email: person.email, password: PASSWORD } })).body
        .token,
    });
    expect((await client.refused(startPasskeyOperation, { body: { password: PASSWORD } })).code).toBe(
      "passkeys_need_name",
    );
    await unnamed.close();
  });

  it("is removed by the password, and recovery codes with the last one", async () => {
    const person = await makePerson();
    await setUpApp(person);
    await setUpPasskey(person);
    const { passkeys } = (await person.client.call(getSecondFactorOperation)).body;
    await person.client.call(removeSecondFactorOperation, {
      body: { password: PASSWORD, passkey_id: passkeys[0]?.id },
    });
    expect((await person.client.call(getSecondFactorOperation)).body).toMatchObject({
      has_app: true,
      recovery_codes_left: 10,
    });
    const both = { password: PASSWORD, app: true, passkey_id: 1 };
    expect((await person.client.refused(removeSecondFactorOperation, { body: both })).status).toBe(422);
  });

  it("is removed by nobody else", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    await Promise.all([setUpPasskey(person), setUpPasskey(other)]);
    const { passkeys } = (await person.client.call(getSecondFactorOperation)).body;
    const body = { password: PASSWORD, passkey_id: passkeys[0]?.id };
    expect((await other.client.refused(removeSecondFactorOperation, { body })).status).toBe(404);
    expect((await person.client.call(getSecondFactorOperation)).body.passkeys).toEqual(passkeys);
  });
});

describe("an organization that asks for second factors", () => {
  it("leaves its members the days of grace, and then nothing but setting one up", async () => {
    const tenant = await createTenant(test);
    await givePassword(tenant.operator);
    const owner = api.client({ token: tenant.owner.token });
    const operator = api.client({ token: tenant.operator.token });
    const wish = { second_factor: "required" as const, grace_days: 7 };
    expect(
      (await api.client({ token: tenant.admin.token }).refused(setSignInRulesOperation, { body: wish })).status,
    ).toBe(403);
    const { body } = await owner.call(setSignInRulesOperation, { body: wish });
    expect(body.second_factor_from).toBe(new Date(now.getTime() + 7 * 24 * HOUR_MS).toISOString());
    const kept = await owner.call(setSignInRulesOperation, { body: { second_factor: "required" } });
    expect(kept.body).toEqual(body);
    expect((await owner.call(getSignInRulesOperation)).body).toEqual(body);
    await operator.call(getPreferencesOperation);
    expect((await operator.call(getSecondFactorOperation)).body.needed_from).toBe(body.second_factor_from);

    await letGraceEnd(tenant);
    expect(await operator.refused(getPreferencesOperation)).toMatchObject({
      status: 403,
      code: "second_factor_needed",
    });
    expect((await owner.refused(getPreferencesOperation)).code).toBe("second_factor_needed");
    await operator.call(getAccountOperation);
    await operator.call(listSessionsOperation);
    await setUpApp({ client: operator });
    await operator.call(getPreferencesOperation);
    expect((await operator.call(getSecondFactorOperation)).body.needed_from).toBeNull();
  });

  it("holds a session that was opened in another organization to its own rule", async () => {
    const [strict, lax] = [await createTenant(test), await createTenant(test)];
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: strict.organizationId, user_id: lax.viewer.userId, role: "viewer" })
      .execute();
    await letGraceEnd(strict);
    const client = api.client({ token: lax.viewer.token });
    await client.call(getPreferencesOperation);
    const selected = await client.call(selectOrganizationOperation, {
      body: { organization_id: strict.organizationId },
    });
    const there = api.client({ token: selected.body.token });
    expect((await there.refused(getPreferencesOperation)).code).toBe("second_factor_needed");
  });

  it("does not stop its keys", async () => {
    const tenant = await createTenant(test);
    await letGraceEnd(tenant);

    const { apiKey } = await createKey(test, { tenant });
    await api.client({ apiKey }).call(getPreferencesOperation);
  });
});

const letGraceEnd = ({ organizationId }: Tenant) =>
  test.everything
    .updateTable("organizations")
    .set({ second_factor_from: new Date(Date.now() - 1000) })
    .where("id", "=", organizationId)
    .execute();

describe("an owner", () => {
  it("resets the second factor of a member who has lost it, who is told by mail", async () => {
    const tenant = await createTenant(test);
    const person = await makePerson("operator", tenant);
    await setUpApp(person);
    await setUpPasskey(person);
    const owner = api.client({ token: tenant.owner.token });
    const listed = (await owner.call(listMembersOperation)).body.members;
    expect(listed.filter(({ has_second_factor: has }) => has).map(({ email }) => email)).toEqual([person.email]);
    const params = { user_id: person.userId };
    const admin = api.client({ token: tenant.admin.token });
    expect((await admin.refused(resetSecondFactorOperation, { params })).code).toBe("role_insufficient");
    await owner.call(resetSecondFactorOperation, { params });
    expect((await owner.refused(resetSecondFactorOperation, { params })).code).toBe("no_second_factor");
    await waitUntil("the mail", () => mailServer.mails.find(({ to }) => to.includes(person.email)));
    await api.client().call(logInOperation, { body: { email: person.email, password: PASSWORD } });
    const { acts } = (await owner.call(listActsOperation, { query: { kind: "second_factor_changed" } })).body;
    expect(acts[0]).toMatchObject({
      operation: "team.members.resetSecondFactor",
      actor: `user:${tenant.owner.userId}`,
    });
  });

  it("does not reset what protects another organization, nor anybody of one", async () => {
    const [tenant, other] = [await createTenant(test), await createTenant(test)];
    const person = await makePerson("operator", tenant);
    await setUpApp(person);
    const params = { user_id: person.userId };
    const stranger = api.client({ token: other.owner.token });
    expect((await stranger.refused(resetSecondFactorOperation, { params })).status).toBe(404);
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: other.organizationId, user_id: person.userId, role: "viewer" })
      .execute();
    for (const client of [stranger, api.client({ token: tenant.owner.token })])
      expect((await client.refused(resetSecondFactorOperation, { params })).code).toBe("second_factor_elsewhere");
    await logInHalf(person.email);
  });

  it("opens no session of somebody with a second factor whom they invite", async () => {
    const tenant = await createTenant(test);
    const person = await makePerson();
    const { show } = await setUpApp(person);
    const silent = await startTestApi(test, { dependencies: { clock: { now: () => now }, mailer: null } });
    const invited = await silent
      .client({ token: tenant.owner.token })
      .call(inviteMemberOperation, { body: { email: person.email, role: "viewer" } });
    await silent.close();
    const response = await post("/auth/accept-invitation", { token: invited.body.token, password: PASSWORD });
    expect(response.status).toBe(202);
    const half = (await response.json()) as { token: string };
    const { body } = await prove({ token: half.token, code: show() });
    expect(body.user.organization_id).toBe(tenant.organizationId);
    expect(acceptInvitationOperation.accepted).toBeDefined();
  });
});

describe("sessions", () => {
  it("name the device and the network, and end everywhere at once", async () => {
    const email = `everywhere-${(count += 1)}@example.com`;
    await test.everything.deleteFrom("login_attempts").execute();
    const silent = await startTestApi(test, {
      dependencies: { mailer: null },
      environment: { SIGNUP_ENABLED: "true" },
    });
    const { body } = await silent
      .client()
      .call(
        signUpOperation,
        { body: { email, password: PASSWORD } },
        { headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" } },
      );
    const client = silent.client({ token: body.token });
    const { sessions } = (await client.call(listSessionsOperation)).body;
    expect(sessions).toMatchObject([{ device: "Firefox, Linux", address: "127.0.0.1", is_current: true }]);
    const other = (await silent.client().call(logInOperation, { body: { email, password: PASSWORD } })).body.token;
    const ended = await client.call(endOtherSessionsOperation, { query: { include_current: "true" } });
    expect(ended.body).toEqual({ ended: 2 });
    for (const token of [body.token, other])
      expect((await silent.client({ token }).refused(getAccountOperation)).status).toBe(401);
    await silent.close();
  });
});
