import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { decodeJwt, generateKeyPair } from "jose";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import { selectOrganizationOperation } from "../../../api/auth/account.operations.ts";
import { getAccountOperation, logInOperation, logOutOperation } from "../../../api/auth/auth.operations.ts";
import {
  confirmDomainOperation,
  endByProviderOperation,
  listWaysInOperation,
} from "../../../api/auth/provider/provider.operations.ts";
import {
  addDomainOperation,
  checkDomainOperation,
  getIdentityProviderOperation,
  listDomainsOperation,
  mailDomainOperation,
  removeDomainOperation,
  removeIdentityProviderOperation,
  setIdentityProviderOperation,
} from "../../../api/organizations/single-sign-on/single-sign-on.operations.ts";
import { listMembersOperation, removeMemberOperation } from "../../../api/team/members.operations.ts";
import { createTxtLookup } from "../../../infra/dns/txt-records.ts";
import { hashPassword } from "../../../infra/secrets/password-hash.ts";
import { addMember, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type CookieBrowser, createCookieBrowser } from "../../harness/cookie-browser.ts";
import { type DnsServer, startDnsServer } from "../../harness/dns-server.ts";
import { startHostileProvider } from "../../harness/hostile-provider.ts";
import { IDENTITY_CLIENT, startIdentityProvider, type TestIdentityProvider } from "../../harness/identity-provider.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const PASSWORD = "a password of some length";

let test: TestDatabase;
let api: TestApi;
let dns: DnsServer;
let mailServer: MailServer;
let now = new Date();
let tenant: Tenant;
let owner: ApiClient;
let provider: TestIdentityProvider;
let count = 0;

beforeAll(async () => {
  [test, dns, mailServer] = await Promise.all([createTestDatabase(), startDnsServer(), startMailServer()]);
  api = await startTestApi(test, {
    environment: { SMTP_URL: mailServer.url },
    dependencies: { clock: { now: () => now }, txtRecords: createTxtLookup([dns.address]) },
  });
});
afterAll(async () => {
  await Promise.all([api.close(), dns.close(), mailServer.close(), provider?.close()]);
  await test.drop();
});
beforeEach(async () => {
  now = new Date();
  tenant = await createTenant(test);
  owner = api.client({ token: tenant.owner.token });
  await provider?.close();
  provider = await startIdentityProvider({
    redirectUri: `${api.baseUrl}/api/v1/auth/provider/callback`,
    logOutUri: `${api.baseUrl}/api/v1/auth/provider/log-out/${tenant.organizationId}`,
    loggedOutUri: `${api.baseUrl}/console/sign-in`,
  });
});

const GROUPS = [
  { group: "staff", role: "operator" as const },
  { group: "bosses", role: "admin" as const },
];
const setProvider = (change: object = {}) =>
  owner.call(setIdentityProviderOperation, {
    body: { name: "Acme", issuer: provider.issuer, ...IDENTITY_CLIENT, group_roles: GROUPS, ...change },
  });

/** Proves a domain of the organization's own by DNS. */
const proveDomain = async (domain = `acme-${(count += 1)}.example`): Promise<string> => {
  const { body } = await owner.call(addDomainOperation, { body: { domain } });
  dns.texts.set(body.dns_name, body.dns_text);
  await owner.call(checkDomainOperation, { params: { domain_id: body.id } });
  return domain;
};

/** A provider and a domain that work, and somebody there. */
const setUp = async (change: object = {}): Promise<string> => {
  const domain = await proveDomain();
  await setProvider(change);
  provider.account = { sub: "ada", email: `ada@${domain}`, email_verified: true, name: "Ada", groups: ["staff"] };
  return domain;
};

const newBrowser = (): CookieBrowser => createCookieBrowser(({ pathname }) => pathname.startsWith("/console/"));
const startAt = (to?: string): string =>
  `${api.baseUrl}/api/v1/auth/provider/start?organization_id=${tenant.organizationId}${to ? `&to=${encodeURIComponent(to)}` : ""}`;
const signIn = async (browser = newBrowser(), to?: string) => ({ browser, page: await browser.open(startAt(to)) });
const faultOf = async () => (await signIn()).page.searchParams.get("fault");
const me = (browser: CookieBrowser) => browser.ask(`${api.baseUrl}/api/v1/auth/me`);

describe("a domain", () => {
  it("is proved by its DNS record, and by no other text", async () => {
    const { body } = await owner.call(addDomainOperation, { body: { domain: "Acme.Example" } });
    expect(body).toMatchObject({ domain: "acme.example", proved_at: null, dns_name: "_ringdown.acme.example" });
    const params = { domain_id: body.id };
    expect((await owner.refused(checkDomainOperation, { params })).code).toBe("domain_not_proved");
    dns.texts.set(body.dns_name, `${body.dns_text}x`);
    expect((await owner.refused(checkDomainOperation, { params })).code).toBe("domain_not_proved");
    dns.texts.set(body.dns_name, body.dns_text);
    expect((await owner.call(checkDomainOperation, { params })).body.proved_at).toBe(now.toISOString());
    expect((await owner.refused(addDomainOperation, { body: { domain: "acme.example" } })).code).toBe("domain_exists");
    expect((await owner.call(listDomainsOperation)).body.domains).toHaveLength(1);
  });

  it("is proved by a link in a mail to who runs it, as long as it is there", async () => {
    const { body } = await owner.call(addDomainOperation, { body: { domain: "mailed.example" } });
    const params = { domain_id: body.id };
    const mailed = await owner.call(mailDomainOperation, { params, body: { mailbox: "postmaster" } });
    expect(mailed.body).toEqual({ mailed_to: "postmaster@mailed.example" });
    const mail = await waitUntil("the mail", () =>
      mailServer.mails.find(({ to }) => to.includes("postmaster@mailed.example")),
    );
    const token = /confirm-domain#(\S+)/.exec(mail.text)?.[1] ?? "";
    expect((await api.client().refused(confirmDomainOperation, { body: { token: `${token}x` } })).code).toBe(
      "domain_link_invalid",
    );
    expect((await api.client().call(confirmDomainOperation, { body: { token } })).body.domain).toBe("mailed.example");
    await owner.call(removeDomainOperation, { params });
    expect((await api.client().refused(confirmDomainOperation, { body: { token } })).code).toBe("domain_link_invalid");
  });

  it("gets three mails at once, from whichever organizations, and later ones more slowly", async () => {
    const domain = `slowed-${(count += 1)}.example`;
    const stranger = api.client({ token: (await createTenant(test)).owner.token });
    const mail = async (client: ApiClient) => {
      const { domains } = (await client.call(listDomainsOperation)).body;
      const id = domains.find((each) => each.domain === domain)?.id;
      const domain_id = id ?? (await client.call(addDomainOperation, { body: { domain } })).body.id;
      return { params: { domain_id }, body: { mailbox: "admin" as const } };
    };
    for (const client of [owner, stranger, owner]) await client.call(mailDomainOperation, await mail(client));
    for (const client of [owner, stranger])
      expect(await client.refused(mailDomainOperation, await mail(client))).toMatchObject({ status: 429 });
    now = new Date(now.getTime() + 2_000);
    await stranger.call(mailDomainOperation, await mail(stranger));
    expect(mailServer.mails.filter(({ to }) => to.includes(`admin@${domain}`))).toHaveLength(4);
  });

  it("tells the providers of its organizations to whoever asks, once it is proved, and nothing of people", async () => {
    const domain = `told-${(count += 1)}.example`;
    await setProvider();
    const ask = async () =>
      (await api.client().call(listWaysInOperation, { body: { email: `nobody@${domain}` } })).body;
    expect(await ask()).toEqual({ providers: [] });
    await proveDomain(domain);
    const [first, ...others] = (await ask()).providers;
    expect([first?.organization_id, first?.name, others]).toEqual([tenant.organizationId, "Acme", []]);
    expect(first?.start_url).toContain(`organization_id=${tenant.organizationId}`);
  });
});

describe("an identity provider", () => {
  it("is set by owners, where it answers and is allowed, and keeps its secret", async () => {
    const { body } = await setProvider();
    expect(body).toMatchObject({ issuer: provider.issuer, client_id: IDENTITY_CLIENT.client_id, is_required: false });
    expect(JSON.stringify(body)).not.toContain(IDENTITY_CLIENT.client_secret);
    const row = await test.everything
      .selectFrom("identity_providers")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .executeTakeFirstOrThrow();
    expect(row.client_secret_sealed.includes(IDENTITY_CLIENT.client_secret)).toBe(false);
    const good = { name: "Acme", issuer: provider.issuer, ...IDENTITY_CLIENT };
    const admin = api.client({ token: tenant.admin.token });
    expect((await admin.refused(setIdentityProviderOperation, { body: good })).code).toBe("role_insufficient");
    const refuse = async (change: object) =>
      (await owner.refused(setIdentityProviderOperation, { body: { ...good, ...change } })).code;
    expect(await refuse({ issuer: "http://10.0.0.1" })).toBe("validation_error");
    expect(await refuse({ issuer: "http://127.0.0.1:9" })).toBe("provider_unreachable");
    expect(await refuse({ issuer: `${provider.issuer}/elsewhere` })).toBe("provider_unreachable");
    expect(await refuse({ client_id: "another", client_secret: undefined })).toBe("client_secret_needed");
    expect(await refuse({ is_required: true })).toBe("no_proved_domain");
    await owner.call(setIdentityProviderOperation, { body: { ...good, client_secret: null, name: "Acme Inc." } });
    expect((await admin.call(getIdentityProviderOperation)).body.provider?.name).toBe("Acme Inc.");
  });

  it("makes somebody a member in the highest role of their groups, and opens their session", async () => {
    const domain = await setUp();
    const { browser, page } = await signIn(newBrowser(), "/console/campaigns?state=running");
    expect([page.pathname, page.search]).toEqual(["/console/campaigns", "?state=running"]);
    const account = (await (await me(browser)).json()) as { id: number };
    expect(account).toMatchObject({
      email: `ada@${domain}`,
      name: "Ada",
      role: "operator",
      organization_id: tenant.organizationId,
    });
    provider.account = { ...provider.account, groups: ["staff", "bosses", "others"] };
    const again = await signIn();
    expect(await (await me(again.browser)).json()).toMatchObject({ id: account.id, role: "admin" });
    const { acts } = (await owner.call(listActsOperation, { query: { kind: "logged_in" } })).body;
    expect(acts.map(({ actor }) => actor)).toEqual([`user:${account.id}`, `user:${account.id}`]);
  });

  it("leads nobody to a page of somebody else", async () => {
    await setUp();
    for (const to of ["https://attacker.example/console/", "//attacker.example/console/", "/api/v1/auth/logout"])
      expect((await signIn(newBrowser(), to)).page.href).toBe(`${api.baseUrl}/console/`);
  });

  it("keeps an owner an owner, and lets in who is in no group only by a default role", async () => {
    const domain = await setUp();
    await test.everything
      .updateTable("users")
      .set({ email: `boss@${domain}` })
      .where("id", "=", tenant.owner.userId)
      .execute();
    provider.account = { sub: "boss", email: `boss@${domain}`, groups: ["staff"] };
    expect(await (await me((await signIn()).browser)).json()).toMatchObject({ id: tenant.owner.userId, role: "owner" });
    provider.account = { sub: "new", email: `new@${domain}`, groups: ["others"] };
    expect(await faultOf()).toBe("provider_no_role");
    await setProvider({ default_role: "viewer" });
    expect(await (await me((await signIn()).browser)).json()).toMatchObject({ role: "viewer" });
  });

  it("is believed for confirmed addresses of proved domains alone", async () => {
    const domain = await setUp();
    provider.account = { sub: "eve", email: "eve@elsewhere.example", groups: ["staff"] };
    expect(await faultOf()).toBe("provider_domain");
    provider.account = { sub: "eve", email: `eve@${domain}`, email_verified: false, groups: ["staff"] };
    expect(await faultOf()).toBe("provider_domain");
    const members = (await owner.call(listMembersOperation)).body.members;
    expect(members.some(({ email }) => email.startsWith("eve@"))).toBe(false);
  });

  it("knows a person by its own name of them: an address that somebody else gets opens nothing", async () => {
    await setUp();
    await signIn();
    const { email } = provider.account;
    provider.account = { ...provider.account, sub: "another-ada" };
    expect(await faultOf()).toBe("provider_other_person");
    provider.account = { ...provider.account, sub: "ada", email: "ada.married@elsewhere.example" };
    const { browser } = await signIn();
    expect(await (await me(browser)).json()).toMatchObject({ email });
  });

  it("may change its keys at any time", async () => {
    await setUp();
    expect((await signIn()).page.pathname).toBe("/console/");
    provider.rotateKeys();
    expect((await signIn()).page.search).toBe("");
  });

  it("finishes a sign-in once, in the browser that began it, in time", async () => {
    await setUp();
    const browser = createCookieBrowser(({ pathname }) => pathname.endsWith("/callback"));
    const back = await browser.open(startAt());
    const follow = async (by: CookieBrowser) =>
      new URL((await by.ask(back.href)).headers.get("location") ?? "").searchParams.get("fault");
    expect(await follow(newBrowser())).toBe("provider_expired");
    expect(await follow(browser)).toBeNull();
    expect(await follow(browser)).toBe("provider_expired");
    const late = createCookieBrowser(({ pathname }) => pathname.endsWith("/callback"));
    const lateBack = await late.open(startAt());
    now = new Date(now.getTime() + 11 * 60_000);
    const answer = await late.ask(lateBack.href);
    expect(answer.headers.get("location")).toBe(`${api.baseUrl}/console/sign-in?fault=provider_expired`);
  });

  it("leads back with that word where it is away, and owners log in with their password", async () => {
    const domain = await setUp({ is_required: true });
    await test.everything
      .updateTable("users")
      .set({ password_hash: await hashPassword(PASSWORD), email: `boss@${domain}` })
      .where("id", "=", tenant.owner.userId)
      .execute();
    await provider.close();
    expect(await faultOf()).toBe("provider_away");
    const body = { email: `boss@${domain}`, password: PASSWORD };
    expect((await api.client().call(logInOperation, { body })).body.user.role).toBe("owner");
  });
});

describe("an ID token", () => {
  const HOUR = 3_600;
  it("is believed where signature, issuer, audience, nonce and times are right, a minute apart at most", async () => {
    const hostile = await startHostileProvider(IDENTITY_CLIENT.client_id);
    const domain = await proveDomain();
    await setProvider({ issuer: hostile.issuer, default_role: "viewer" });
    const email = `mallory@${domain}`;
    const tryWith = (change: object) => {
      hostile.claims = (right) => ({ ...right, email, ...change });
      return faultOf();
    };
    const seconds = Math.floor(Date.now() / 1000);
    expect(await tryWith({})).toBeNull();
    expect(await tryWith({ exp: seconds - 40 })).toBeNull();
    expect(await tryWith({ iat: seconds + 40 })).toBeNull();
    expect(await tryWith({ exp: seconds - HOUR })).toBe("provider_refused");
    expect(await tryWith({ nbf: seconds + HOUR })).toBe("provider_refused");
    expect(await tryWith({ nonce: "another" })).toBe("provider_refused");
    expect(await tryWith({ aud: "another" })).toBe("provider_refused");
    expect(await tryWith({ iss: "https://another.example" })).toBe("provider_refused");
    hostile.key = (await generateKeyPair("RS256")).privateKey;
    expect(await tryWith({})).toBe("provider_refused");
    hostile.key = null;
    // What is told besides the token confirms nothing that the token denies, and is of the same person.
    hostile.told = { sub: "mallory", email, email_verified: true };
    expect(await tryWith({})).toBeNull();
    expect(await tryWith({ email_verified: false })).toBe("provider_domain");
    hostile.told = { sub: "mallory", email, email_verified: false };
    expect(await tryWith({})).toBe("provider_domain");
    hostile.told = { sub: "somebody-else", email, email_verified: true };
    expect(await tryWith({})).toBe("provider_refused");
    await hostile.close();
  });
});

describe("an organization whose members have to sign in by the provider", () => {
  it("takes passwords of owners alone, from that moment on", async () => {
    const domain = await setUp();
    const operator = api.client({ token: tenant.operator.token });
    await operator.call(getAccountOperation);
    await setProvider({ is_required: true });
    expect((await operator.refused(getAccountOperation)).status).toBe(401);
    await owner.call(getAccountOperation);
    await test.everything
      .updateTable("users")
      .set({ password_hash: await hashPassword(PASSWORD), email: `kim@${domain}` })
      .where("id", "=", tenant.operator.userId)
      .execute();
    const body = { email: `kim@${domain}`, password: PASSWORD };
    expect(await api.client().refused(logInOperation, { body })).toMatchObject({
      status: 403,
      code: "provider_needed",
    });
    expect((await signIn()).page.search).toBe("");
    const [kept] = (await owner.call(listDomainsOperation)).body.domains;
    const params = { domain_id: kept?.id ?? 0 };
    expect((await owner.refused(removeDomainOperation, { params })).code).toBe("domain_in_use");
  });

  it("does not keep a member of another organization out of that one", async () => {
    await setUp({ is_required: true });
    const other = await createTenant(test);
    const email = `both-${(count += 1)}@example.com`;
    await test.everything
      .updateTable("users")
      .set({ password_hash: await hashPassword(PASSWORD), email })
      .where("id", "=", tenant.operator.userId)
      .execute();
    await test.everything
      .insertInto("memberships")
      .values({ organization_id: other.organizationId, user_id: tenant.operator.userId, role: "viewer" })
      .execute();
    const { body } = await api.client().call(logInOperation, { body: { email, password: PASSWORD } });
    expect(body.user.organization_id).toBe(other.organizationId);
    const client = api.client({ token: body.token });
    const there = { body: { organization_id: tenant.organizationId } };
    expect((await client.refused(selectOrganizationOperation, there)).code).toBe("provider_needed");
  });
});

describe("a session by a provider", () => {
  it("reaches nothing of the person's in another organization", async () => {
    const domain = await setUp();
    const other = await createTenant(test);
    const person = await addMember(test, { organizationId: other.organizationId, role: "owner" });
    await test.everything
      .updateTable("users")
      .set({ email: `ada@${domain}` })
      .where("id", "=", person.userId)
      .execute();
    const { browser } = await signIn();
    const ask = async (path: string, init?: RequestInit) =>
      (await browser.ask(`${api.baseUrl}/api/v1${path}`, init)).json();
    expect(await ask("/auth/me")).toMatchObject({ id: person.userId, organization_id: tenant.organizationId });
    const { organizations } = (await ask("/auth/organizations")) as { organizations: { organization_id: number }[] };
    expect(organizations.map(({ organization_id: id }) => id)).toEqual([tenant.organizationId]);
    const { sessions } = (await ask("/auth/sessions")) as { sessions: unknown[] };
    expect(sessions).toHaveLength(1);
    const body = JSON.stringify({ organization_id: other.organizationId });
    const headers = { "content-type": "application/json" };
    expect(await ask("/auth/select-organization", { method: "POST", headers, body })).toMatchObject({
      code: "sign_in_there",
    });
    await ask("/auth/sessions", { method: "DELETE" });
    await api.client({ token: person.token }).call(getAccountOperation);
  });

  it("ends when the person logs out at the provider, by its own report", async () => {
    await setUp();
    const { browser } = await signIn();
    const elsewhere = await signIn();
    const form = await (await browser.ask(`${provider.issuer}/session/end`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    await browser.ask(`${provider.issuer}/session/end/confirm`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
    });
    await waitUntil("the session has ended", async () => (await me(browser)).status === 401);
    expect((await me(elsewhere.browser)).status).toBe(200);
  });

  it("takes the sessions with it that were opened out of it, which last no longer either", async () => {
    await setUp();
    const { browser } = await signIn();
    const body = JSON.stringify({ organization_id: tenant.organizationId });
    const headers = { "content-type": "application/json" };
    now = new Date(now.getTime() + 86_400_000);
    const answer = await browser.ask(`${api.baseUrl}/api/v1/auth/select-organization`, {
      method: "POST",
      headers,
      body,
    });
    const selected = (await answer.json()) as { token: string; expires_at: string };
    const kept = await test.everything
      .selectFrom("sessions")
      .select(["expires_at", "provider_session"])
      .where("method", "=", "provider")
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(kept).toEqual([kept[0], kept[0]]);
    expect(kept[0]?.provider_session).toEqual(expect.any(String));
    expect(kept[0]?.expires_at.toISOString()).toBe(selected.expires_at);
    const client = api.client({ token: selected.token });
    await client.call(getAccountOperation);
    const form = await (await browser.ask(`${provider.issuer}/session/end`)).text();
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
    await browser.ask(`${provider.issuer}/session/end/confirm`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
    });
    await waitUntil("the first session has ended", async () => (await me(browser)).status === 401);
    expect((await client.refused(getAccountOperation)).status).toBe(401);
  });

  it("ends at the provider too, where the organization wants that: by the provider's own ID token, and back to the log-in", async () => {
    await setUp({ log_out_at_provider: true });
    const { browser } = await signIn();
    const isSignedInThere = async () => (await browser.ask(`${provider.issuer}/session/end`)).text();
    const answer = await browser.ask(`${api.baseUrl}/api/v1/auth/logout`, { method: "POST" });
    const { log_out_url: address } = Object(await answer.json());
    const url = new URL(String(address));
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${api.baseUrl}/console/sign-in`);
    expect(decodeJwt(url.searchParams.get("id_token_hint") ?? "")).toMatchObject({ sub: "ada" });
    expect((await me(browser)).status).toBe(401);
    // It is kept sealed, and no longer than the session.
    const kept = await test.everything.selectFrom("sessions").select("provider_log_out_sealed").execute();
    expect(kept.every(({ provider_log_out_sealed: sealed }) => sealed === null)).toBe(true);

    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await (await browser.ask(url.href)).text())?.[1] ?? "";
    const confirmed = await browser.ask(`${provider.issuer}/session/end/confirm`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ xsrf, logout: "yes" }).toString(),
    });
    expect(confirmed.headers.get("location")).toBe(`${api.baseUrl}/console/sign-in`);
    expect(await isSignedInThere()).not.toContain("ada");
  });

  it("ends here alone where the organization does not want more, and after a password", async () => {
    await setUp();
    const { browser } = await signIn();
    const answer = await browser.ask(`${api.baseUrl}/api/v1/auth/logout`, { method: "POST" });
    expect(await answer.json()).toEqual({ status: "logged_out", log_out_url: null });
    const { body } = await api.client({ token: tenant.operator.token }).call(logOutOperation);
    expect(body.log_out_url).toBeNull();
  });

  it("is not ended by a report that the provider has not signed", async () => {
    await setUp();
    const { browser } = await signIn();
    const report = await fetch(`${api.baseUrl}/api/v1/auth/provider/log-out/${tenant.organizationId}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "logout_token=eyJhbGciOiJub25lIn0.e30.",
    });
    expect(report.status).toBe(400);
    const params = { organization_id: 2_000_000_000 };
    expect((await api.client().refused(endByProviderOperation, { params })).status).toBe(404);
    expect((await me(browser)).status).toBe(200);
  });

  it("ends with the membership and with the provider", async () => {
    await setUp();
    const { browser } = await signIn();
    const { id } = (await (await me(browser)).json()) as { id: number };
    await owner.call(removeMemberOperation, { params: { user_id: id } });
    expect((await me(browser)).status).toBe(401);
    const again = await signIn();
    expect((await me(again.browser)).status).toBe(200);
    await owner.call(removeIdentityProviderOperation);
    expect((await me(again.browser)).status).toBe(401);
    expect((await fetch(startAt(), { redirect: "manual" })).status).toBe(404);
  });
});
