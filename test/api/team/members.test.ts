import { beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { operations } from "../../../api/areas.ts";
import {
  acceptInvitationOperation,
  accountOperations,
  changePasswordOperation,
  endOtherSessionsOperation,
  endSessionOperation,
  listOrganizationsOperation,
  listSessionsOperation,
  selectOrganizationOperation,
} from "../../../api/auth/account.operations.ts";
import { getAccountOperation, logInOperation, signUpOperation } from "../../../api/auth/auth.operations.ts";
import { oauthOperations } from "../../../api/auth/oauth/oauth.operations.ts";
import { secondFactorOperations } from "../../../api/auth/second-factor/second-factor.operations.ts";
import type { Role } from "../../../api/http/operation-context.ts";
import {
  inviteMemberOperation,
  listInvitationsOperation,
  listMembersOperation,
  removeMemberOperation,
  revokeInvitationOperation,
  setMemberRoleOperation,
} from "../../../api/team/members.operations.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { anyParams } from "../../harness/operation-walk.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const WEEK_MS = 7 * 86_400_000;
const PASSWORD = "a long enough password";

let now = new Date();
let tenant: Tenant;
let owner: ApiClient;
let admin: ApiClient;
let count = 0;

const { test, api } = await useTestApi({
  environment: { SIGNUP_ENABLED: "true" },
  dependencies: { clock: { now: () => now } },
  holdsOneConnection: true,
});
beforeEach(async () => {
  now = new Date();
  tenant = await createTenant(test);
  owner = api.client({ token: tenant.owner.token });
  admin = api.client({ token: tenant.admin.token });
});

const newEmail = () => `person-${(count += 1)}@example.com`;
const invite = async (email: string, role: Role = "operator", client = admin) => {
  const { body } = await client.call(inviteMemberOperation, { body: { email, role } });
  if (body.token === null) throw new Error("without a mail server the answer has the token");
  return { ...body, token: body.token };
};
const accept = async (token: string, body: object = {}) =>
  (await api.client().call(acceptInvitationOperation, { body: { token, password: PASSWORD, ...body } })).body;
const refusedToAccept = (token: string, password = PASSWORD) =>
  api.client().refused(acceptInvitationOperation, { body: { token, password } });
const emails = async (client = admin) =>
  (await client.call(listMembersOperation)).body.members.map(({ email }) => email);

describe("an invitation", () => {
  it("makes the account of somebody new, who is a member with that role then", async () => {
    const email = newEmail();
    const { token, ...invitation } = await invite(email);
    const link = `${api.baseUrl}/console/accept-invitation#${token}`;
    expect(invitation).toMatchObject({ email, role: "operator", mailed: false, link });
    const session = await accept(token, { name: "Ada" });
    expect(session.user).toMatchObject({
      email,
      name: "Ada",
      role: "operator",
      organization_id: tenant.organizationId,
    });
    const client = api.client({ token: session.token });
    expect((await client.call(getAccountOperation)).body).toMatchObject({ email, role: "operator" });
    expect(await emails(client)).toContain(email);
    expect((await api.client().call(logInOperation, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  it("is good once, for seven days, and not when anything of it was changed", async () => {
    const first = await invite(newEmail());
    await accept(first.token);
    expect(await refusedToAccept(first.token)).toMatchObject({ status: 400, code: "invitation_invalid" });
    const second = await invite(newEmail());
    expect((await refusedToAccept(`x${second.token}`)).status).toBe(400);
    now = new Date(now.getTime() + WEEK_MS + 1_000);
    expect((await refusedToAccept(second.token)).status).toBe(400);
  });

  it("opens nobody's account: an address that has one joins with its own password", async () => {
    const email = newEmail();
    const { body: own } = await api.client().call(signUpOperation, { body: { email, password: PASSWORD } });
    const { token } = await invite(email.toUpperCase());
    expect(await refusedToAccept(token, "not their password")).toMatchObject({ status: 403, code: "wrong_password" });
    const session = await accept(token);
    expect(session.user).toMatchObject({ id: own.user.id, organization_id: tenant.organizationId, role: "operator" });
    const client = api.client({ token: session.token });
    const { organizations } = (await client.call(listOrganizationsOperation)).body;
    expect(organizations).toMatchObject([
      { organization_id: own.user.organization_id, role: "owner", is_selected: false },
      { organization_id: tenant.organizationId, role: "operator", is_selected: true },
    ]);
    const selected = await client.call(selectOrganizationOperation, {
      body: { organization_id: own.user.organization_id },
    });
    expect(selected.body.user).toMatchObject({ organization_id: own.user.organization_id, role: "owner" });
  });

  it("an invitation that is open is listed for admins, and opens nothing once it is taken back", async () => {
    const { id, token } = await invite(newEmail());
    const other = await invite(newEmail());
    const openIds = async () =>
      (await admin.call(listInvitationsOperation)).body.invitations.map((invitation) => invitation.id);
    expect(await openIds()).toEqual([other.id, id]);
    await admin.call(revokeInvitationOperation, { params: { invitation_id: id } });
    expect(await refusedToAccept(token)).toMatchObject({ status: 400, code: "invitation_invalid" });
    expect((await admin.refused(revokeInvitationOperation, { params: { invitation_id: id } })).status).toBe(404);
    await accept(other.token);
    expect(await openIds()).toEqual([]);
  });

  it("an invitation of somebody who may invite no more opens nothing", async () => {
    const first = await invite(newEmail());
    const params = { user_id: tenant.admin.userId };
    await owner.call(setMemberRoleOperation, { params, body: { role: "operator" } });
    expect((await refusedToAccept(first.token)).status).toBe(400);
    await owner.call(setMemberRoleOperation, { params, body: { role: "admin" } });
    const second = await invite(newEmail());
    await owner.call(removeMemberOperation, { params });
    expect((await refusedToAccept(second.token)).status).toBe(400);
  });

  it("to be an owner opens nothing once its sender is an admin, who still invites others", async () => {
    const params = { user_id: tenant.admin.userId };
    await owner.call(setMemberRoleOperation, { params, body: { role: "owner" } });
    const [asOwner, asOperator] = [await invite(newEmail(), "owner"), await invite(newEmail())];
    await owner.call(setMemberRoleOperation, { params, body: { role: "admin" } });
    expect((await refusedToAccept(asOwner.token)).status).toBe(400);
    expect((await accept(asOperator.token)).user.role).toBe("operator");
  });

  it("is refused after a hundred in a day", async () => {
    const row = { organization_id: tenant.organizationId, email: newEmail(), role: "viewer" as const };
    const invitations = Array.from({ length: 100 }, () => ({ ...row, expires_at: now, created_at: now }));
    await test.everything.insertInto("invitations").values(invitations).execute();
    const body = { email: newEmail(), role: "viewer" as const };
    expect((await admin.refused(inviteMemberOperation, { body })).status).toBe(429);
    now = new Date(now.getTime() + 86_400_000 + 1_000);
    expect((await admin.call(inviteMemberOperation, { body })).status).toBe(201);
  });

  it("asks for a password that a new account may have, and is for people who are no members", async () => {
    const { token } = await invite(newEmail());
    expect(await refusedToAccept(token, "short")).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "password"] }],
    });
    const again = { body: { email: tenant.viewer.email.toUpperCase(), role: "admin" } };
    expect(await admin.refused(inviteMemberOperation, again)).toMatchObject({ status: 409, code: "already_member" });
  });

  it("is the same for the same Idempotency-Key", async () => {
    const body = { email: newEmail(), role: "viewer" as const };
    const first = await admin.call(inviteMemberOperation, { body }, { idempotencyKey: "invite" });
    const second = await admin.call(inviteMemberOperation, { body }, { idempotencyKey: "invite" });
    expect(second.body).toEqual(first.body);
  });
});

describe("a member", () => {
  it("gets another role, which holds from the next request on", async () => {
    const viewer = api.client({ token: tenant.viewer.token });
    const params = { user_id: tenant.viewer.userId };
    const { body } = await admin.call(setMemberRoleOperation, { params, body: { role: "admin" } });
    expect(body).toMatchObject({ user_id: tenant.viewer.userId, role: "admin" });
    expect((await viewer.call(getAccountOperation)).body.role).toBe("admin");
  });

  it("a removed member loses sessions and keys at once, and does not get them back later", async () => {
    const { apiKey } = await createKey(test, { tenant, role: "operator" });
    const clients = [api.client({ token: tenant.operator.token }), api.client({ apiKey })];
    await admin.call(removeMemberOperation, { params: { user_id: tenant.operator.userId } });
    for (const client of clients) expect((await client.refused(getAccountOperation)).status).toBe(401);
    expect(await emails()).not.toContain(tenant.operator.email);
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: tenant.organizationId, user_id: tenant.operator.userId, role: "operator" })
      .execute();
    for (const client of clients) expect((await client.refused(getAccountOperation)).status).toBe(401);
  });

  it("only owners change owners, and the last owner stays", async () => {
    const params = { user_id: tenant.owner.userId };
    for (const refused of [
      await admin.refused(removeMemberOperation, { params }),
      await admin.refused(setMemberRoleOperation, { params, body: { role: "viewer" } }),
      await admin.refused(setMemberRoleOperation, {
        params: { user_id: tenant.admin.userId },
        body: { role: "owner" },
      }),
      await admin.refused(inviteMemberOperation, { body: { email: newEmail(), role: "owner" } }),
    ])
      expect(refused).toMatchObject({ status: 403, code: "role_insufficient" });
    for (const refused of [
      await owner.refused(removeMemberOperation, { params }),
      await owner.refused(setMemberRoleOperation, { params, body: { role: "admin" } }),
    ])
      expect(refused).toMatchObject({ status: 409, code: "last_owner" });
    await owner.call(setMemberRoleOperation, { params: { user_id: tenant.admin.userId }, body: { role: "owner" } });
    // Both go at the same moment: one stays.
    const answers = await Promise.all(
      [owner, admin].map((client, at) => {
        const user_id = [tenant.owner, tenant.admin][at]?.userId ?? 0;
        return client.fetch(`/api/v1/team/members/${user_id}`, { method: "DELETE" });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("roles", () => {
  it("let a viewer change nothing, whatever the operation", async () => {
    const viewer = api.client({ token: tenant.viewer.token });
    // One's own sessions, password and views, and questions whose words stand in a body.
    const harmless = new Set([
      "logout",
      ...[...oauthOperations, ...accountOperations, ...secondFactorOperations].map(({ id }) => id),
      "agents.validate",
      "knowledge.search",
      "organizations.rulePacks.preview",
      "calls.policyWhatIf",
      "calls.policyWhatIfReport",
      "analytics.views.create",
      "analytics.views.update",
      "analytics.views.delete",
    ]);
    const changing = operations.filter(
      ({ method, permission, id }) => method !== "get" && permission !== "public" && !harmless.has(id),
    );
    expect(changing.length).toBeGreaterThan(60);
    for (const operation of changing) {
      const answer = await viewer.refused(operation, { params: anyParams(operation), body: {} });
      expect([operation.id, answer.status, answer.code]).toEqual([operation.id, 403, "role_insufficient"]);
    }
  });
});

describe("sessions", () => {
  it("are listed and ended, one or all but this", async () => {
    const email = newEmail();
    const signedUp = await api.client().call(signUpOperation, { body: { email, password: PASSWORD } });
    const logIn = async () =>
      (await api.client().call(logInOperation, { body: { email, password: PASSWORD } })).body.token;
    const [first, second, third] = [signedUp.body.token, await logIn(), await logIn()].map((token) =>
      api.client({ token }),
    );
    if (!first || !second || !third) throw new Error("there are three sessions");
    const { sessions } = (await third.call(listSessionsOperation)).body;
    expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false, false]);
    await third.call(endSessionOperation, { params: { session_id: sessions[1]?.id ?? 0 } });
    expect((await second.refused(getAccountOperation)).status).toBe(401);
    expect((await third.call(endOtherSessionsOperation)).body).toEqual({ ended: 1 });
    expect((await first.refused(getAccountOperation)).status).toBe(401);
    expect((await third.call(getAccountOperation)).status).toBe(200);
  });

  it("are listed up to the newest five hundred, because each log-in opens one", async () => {
    const { organizationId, viewer } = await createTenant(test);
    await sql`insert into sessions (organization_id, user_id, token_hash, expires_at)
      select ${organizationId}::bigint, ${viewer.userId}::bigint, decode(md5(number || ${viewer.email}), 'hex'), now() + interval '1 day'
      from generate_series(1, 600) as number`.execute(test.everything);
    const { sessions } = (await api.client({ token: viewer.token }).call(listSessionsOperation)).body;
    expect(sessions).toHaveLength(500);
    expect(sessions[0]?.id).toBe((sessions[499]?.id ?? 0) + 499);
  });

  it("all end but this when the password changes", async () => {
    const email = newEmail();
    const { body } = await api.client().call(signUpOperation, { body: { email, password: PASSWORD } });
    const other = await api.client().call(logInOperation, { body: { email, password: PASSWORD } });
    const client = api.client({ token: body.token });
    const wrong = { body: { current: "not the password", new: "another long password" } };
    expect(await client.refused(changePasswordOperation, wrong)).toMatchObject({ status: 403, code: "wrong_password" });
    const change = { body: { current: PASSWORD, new: "another long password" } };
    expect((await client.call(changePasswordOperation, change)).body).toEqual({ ended: 1 });
    expect((await api.client({ token: other.body.token }).refused(getAccountOperation)).status).toBe(401);
    expect((await api.client().refused(logInOperation, { body: { email, password: PASSWORD } })).status).toBe(401);
    const again = { email, password: "another long password" };
    expect((await api.client().call(logInOperation, { body: again })).status).toBe(200);
  });

  it("and organizations are out of a key's reach", async () => {
    const { apiKey } = await createKey(test, { tenant });
    const client = api.client({ apiKey });
    for (const operation of [listSessionsOperation, listOrganizationsOperation, endOtherSessionsOperation])
      expect(await client.refused(operation)).toMatchObject({ status: 403, code: "session_needed" });
    const elsewhere = { body: { organization_id: (await createTenant(test)).organizationId } };
    expect((await owner.refused(selectOrganizationOperation, elsewhere)).status).toBe(404);
  });
});
