import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  acceptInvitationOperation,
  forgotPasswordOperation,
  resetPasswordOperation,
} from "../../../api/auth/account.operations.ts";
import { getAccountOperation, signUpOperation } from "../../../api/auth/auth.operations.ts";
import {
  inviteMemberOperation,
  listInvitationsOperation,
  removeMemberOperation,
  resetMemberPasswordOperation,
  setMemberRoleOperation,
} from "../../../api/team/members.operations.ts";
import { addMember, createTenant, type Tenant } from "../../factories/tenant.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const PASSWORD = "a long enough password";
const NEXT_PASSWORD = "another long password";
const HOUR_MS = 3_600_000;

let test: TestDatabase;
let mailServer: MailServer;
/** The tests run with a mail server and without. */
let api: TestApi;
let mute: TestApi;
let now = new Date();
let tenant: Tenant;
let count = 0;

beforeAll(async () => {
  [test, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
  const clock = { now: () => now };
  api = await startTestApi(test, { environment: { SMTP_URL: mailServer.url }, dependencies: { clock } });
  mute = await startTestApi(test, { dependencies: { clock } });
});
afterAll(async () => {
  await Promise.all([api.close(), mute.close(), mailServer.close()]);
  await test.drop();
});
beforeEach(async () => {
  now = new Date(now.getTime() + HOUR_MS);
  tenant = await createTenant(test, "Acme\r\nBcc: everybody@example.com");
});

const newEmail = () => `person-${(count += 1)}@example.com`;
const signUp = async (email: string) =>
  (await mute.client().call(signUpOperation, { body: { email, password: PASSWORD } })).body;
const logIn = (email: string, password: string) =>
  mute.client().fetch("/api/v1/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
const forget = (email: string) => api.client().call(forgotPasswordOperation, { body: { email } });
const mailTo = (email: string) =>
  waitUntil(`a mail to ${email}`, () => mailServer.mails.findLast(({ to }) => to.includes(email)));
const tokenIn = ({ text }: { text: string }, page: string): string => {
  const [, token] = new RegExp(`${api.baseUrl}/console/${page}#(\\S+)`).exec(text) ?? [];
  if (!token) throw new Error(`the mail has no link to ${page}: ${text}`);
  return token;
};

describe("a forgotten password", () => {
  it("is replaced through a link in a mail, which works once and ends every session", async () => {
    const email = newEmail();
    const { token: session } = await signUp(email);
    expect((await forget(email.toUpperCase())).body).toEqual({ mailed: true });
    const mail = await mailTo(email);
    const token = tokenIn(mail, "reset-password");
    const reset = { body: { token, password: NEXT_PASSWORD } };
    expect((await api.client().call(resetPasswordOperation, reset)).body).toEqual({ ended: 1 });
    expect((await api.client({ token: session }).refused(getAccountOperation)).status).toBe(401);
    expect((await logIn(email, PASSWORD)).status).toBe(401);
    expect((await logIn(email, NEXT_PASSWORD)).status).toBe(200);
    const again = { body: { token, password: "a third long password" } };
    expect(await api.client().refused(resetPasswordOperation, again)).toMatchObject({
      status: 400,
      code: "reset_invalid",
    });
  });

  it("is a way in while strangers guess the password", async () => {
    const email = newEmail();
    await signUp(email);
    await test.everything.deleteFrom("known_places").execute();
    const lockedUntil = new Date(now.getTime() + 60_000);
    await test.everything
      .insertInto("login_attempts")
      .values({ subject: `email:${email}`, failures: 200, locked_until: lockedUntil, updated_at: now })
      .execute();
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    await forget(email);
    const reset = { token: tokenIn(await mailTo(email), "reset-password"), password: NEXT_PASSWORD };
    await api.client().call(resetPasswordOperation, { body: reset });
    expect((await logIn(email, NEXT_PASSWORD)).status).toBe(200);
  });

  it("is the same answer for an address that nobody has, and no mail", async () => {
    const [nobody, somebody] = [newEmail(), newEmail()];
    await signUp(somebody);
    const answers = await Promise.all([forget(nobody), forget(somebody)]);
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, { mailed: true }],
      [202, { mailed: true }],
    ]);
    await mailTo(somebody);
    expect(mailServer.mails.filter(({ to }) => to.includes(nobody))).toEqual([]);
  });

  it("has a link that is good for an hour, and is no invitation", async () => {
    const email = newEmail();
    await signUp(email);
    await forget(email);
    const token = tokenIn(await mailTo(email), "reset-password");
    expect((await api.client().refused(acceptInvitationOperation, { body: { token } })).status).toBe(400);
    now = new Date(now.getTime() + HOUR_MS + 1_000);
    const reset = { body: { token, password: NEXT_PASSWORD } };
    expect((await api.client().refused(resetPasswordOperation, reset)).status).toBe(400);
  });

  it("is mailed to one address three times at most in a while", async () => {
    const email = newEmail();
    await signUp(email);
    for (let time = 0; time < 6; time += 1) await forget(email);
    const other = newEmail();
    await signUp(other);
    await forget(other);
    await mailTo(other);
    expect(mailServer.mails.filter(({ to }) => to.includes(email)).length).toBeLessThanOrEqual(3);
  });

  it("leaves no link anywhere without a mail server, and says so", async () => {
    const email = newEmail();
    await signUp(email);
    const answer = await mute.client().call(forgotPasswordOperation, { body: { email } });
    expect([answer.status, answer.body]).toEqual([202, { mailed: false }]);
  });
});

describe("an admin", () => {
  it("invites by mail and is shown no link", async () => {
    const email = newEmail();
    const admin = api.client({ token: tenant.admin.token });
    const { body } = await admin.call(inviteMemberOperation, { body: { email, role: "viewer" } });
    expect(body).toMatchObject({ mailed: true, token: null, link: null });
    const mail = await mailTo(email);
    expect(mail.subject).toBe("Invitation to Acme Bcc: everybody@example.com");
    expect(mail.to).toEqual([email]);
    const accept = { body: { token: tokenIn(mail, "accept-invitation"), password: PASSWORD } };
    const { user } = (await api.client().call(acceptInvitationOperation, accept)).body;
    expect(user).toMatchObject({ email, role: "viewer", organization_id: tenant.organizationId });
  });

  it("has invited nobody when the mail server refuses", async () => {
    const admin = api.client({ token: tenant.admin.token });
    const body = { email: newEmail(), role: "viewer" as const };
    mailServer.setRefusing(true);
    expect(await admin.refused(inviteMemberOperation, { body }, { idempotencyKey: "once" })).toMatchObject({
      status: 502,
      code: "mail_not_sent",
    });
    mailServer.setRefusing(false);
    expect((await admin.call(listInvitationsOperation)).body.invitations).toEqual([]);
    await admin.call(inviteMemberOperation, { body }, { idempotencyKey: "once" });
    expect((await admin.call(listInvitationsOperation)).body.invitations).toHaveLength(1);
  });

  it("makes a link for a member of this organization alone, where there is no mail server", async () => {
    const admin = mute.client({ token: tenant.admin.token });
    const params = { user_id: tenant.operator.userId };
    const { body } = await admin.call(resetMemberPasswordOperation, { params });
    const token = body.link?.split("#")[1] ?? "";
    const reset = { body: { token, password: NEXT_PASSWORD } };
    expect((await mute.client().call(resetPasswordOperation, reset)).body).toEqual({ ended: 1 });
    expect((await logIn(tenant.operator.email, NEXT_PASSWORD)).status).toBe(200);

    const elsewhere = await createTenant(test);
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: elsewhere.organizationId, user_id: tenant.operator.userId, role: "viewer" })
      .execute();
    expect(await admin.refused(resetMemberPasswordOperation, { params })).toMatchObject({
      status: 409,
      code: "belongs_elsewhere",
    });
    const mailed = await api.client({ token: tenant.admin.token }).call(resetMemberPasswordOperation, { params });
    expect(mailed.body).toMatchObject({ mailed: true, link: null });
    await mailTo(tenant.operator.email);
  });

  describe("whose link somebody else holds", () => {
    const makeLink = async (userId = tenant.operator.userId, by = tenant.admin.token) => {
      const answer = await mute
        .client({ token: by })
        .call(resetMemberPasswordOperation, { params: { user_id: userId } });
      return answer.body.link?.split("#")[1] ?? "";
    };
    const expectVoid = async (token: string) =>
      expect(
        await mute.client().refused(resetPasswordOperation, { body: { token, password: NEXT_PASSWORD } }),
      ).toMatchObject({ status: 400, code: "reset_invalid" });
    const memberships = (organizationId: number, userId: number) =>
      ({ organization_id: organizationId, user_id: userId, role: "viewer" }) as const;

    it("gets into no organization that the member has joined since", async () => {
      const token = await makeLink();
      const owner = mute.client({ token: tenant.owner.token });
      await owner.call(removeMemberOperation, { params: { user_id: tenant.operator.userId } });
      const elsewhere = await createTenant(test);
      const joined = memberships(elsewhere.organizationId, tenant.operator.userId);
      await test.everything.insertInto("memberships").values(joined).execute();
      await expectVoid(token);
    });

    it("ends when the member has a second organization, another role, or has left and come back", async () => {
      const elsewhere = await createTenant(test);
      const { userId } = tenant.operator;
      const changes = [
        () => test.everything.insertInto("memberships").values(memberships(elsewhere.organizationId, userId)).execute(),
        () =>
          test.everything.updateTable("memberships").set({ role: "viewer" }).where("user_id", "=", userId).execute(),
        () =>
          test.everything.updateTable("memberships").set({ created_at: now }).where("user_id", "=", userId).execute(),
      ];
      for (const change of changes) {
        const token = await makeLink();
        await change();
        await expectVoid(token);
        await test.everything
          .deleteFrom("memberships")
          .where("user_id", "=", userId)
          .where("organization_id", "=", elsewhere.organizationId)
          .execute();
      }
    });

    it("ends when the one who made it is no admin any longer, or has left", async () => {
      const owner = mute.client({ token: tenant.owner.token });
      const params = { user_id: tenant.admin.userId };
      const first = await makeLink();
      await owner.call(setMemberRoleOperation, { params, body: { role: "operator" } });
      await expectVoid(first);
      await owner.call(setMemberRoleOperation, { params, body: { role: "admin" } });
      const second = await makeLink();
      await owner.call(removeMemberOperation, { params });
      await expectVoid(second);
    });

    it("to an invitation ends when the address leaves the organization or has another role there", async () => {
      const owner = mute.client({ token: tenant.owner.token });
      const email = newEmail();
      const invite = async (role: "viewer" | "admin") =>
        (await owner.call(inviteMemberOperation, { body: { email, role } })).body.token ?? "";
      const [asAdmin, asViewer] = [await invite("admin"), await invite("viewer")];
      const accept = { body: { token: asViewer, password: PASSWORD } };
      const { user } = (await mute.client().call(acceptInvitationOperation, accept)).body;
      const refused = await mute.client().refused(acceptInvitationOperation, { body: { token: asAdmin } });
      expect(refused.status).toBe(400);
      await owner.call(removeMemberOperation, { params: { user_id: user.id } });
      expect((await owner.call(listInvitationsOperation)).body.invitations).toEqual([]);
    });
  });

  it("makes none for an owner", async () => {
    const { userId } = await addMember(test, { organizationId: tenant.organizationId, role: "owner" });
    const admin = mute.client({ token: tenant.admin.token });
    expect(await admin.refused(resetMemberPasswordOperation, { params: { user_id: userId } })).toMatchObject({
      status: 403,
      code: "role_insufficient",
    });
  });
});
