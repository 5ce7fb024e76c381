import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  connectAppOperation,
  listAccountsOperation,
  listConnectorsOperation,
  removeConnectorClientOperation,
  revokeAccountOperation,
  setConnectorClientOperation,
} from "../../../api/connectors/connectors.operations.ts";
import { readConnectors } from "../../../infra/connector/connector-registry.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { OAUTH_CLIENT } from "../../harness/oauth-server.ts";
import { type ConnectorsRig, REDIRECT_URI, startConnectorsRig } from "./connectors-rig.ts";
import { fileOf, ownApp, SLUG } from "./own-app.ts";

let rig: ConnectorsRig;

beforeAll(async () => {
  rig = await startConnectorsRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.oauth.consents = true;
  rig.clock.aheadSeconds = 0;
  await rig.test.everything.deleteFrom("connector_accounts").execute();
});

const accounts = async () => (await rig.admin.call(listAccountsOperation)).body.accounts;
const beginByProgram = async (slug = SLUG) =>
  (await rig.admin.call(connectAppOperation, { params: { slug } })).body.authorization_url;
const begin = async (slug = SLUG) => ({ authorization_url: await rig.confirm(await beginByProgram(slug)) });
const rows = () => rig.test.everything.selectFrom("connector_accounts").selectAll().execute();

describe("the list of apps", () => {
  it("says what can be connected, what agents can do there, and what is missing where it cannot", async () => {
    const { body } = await rig.admin.call(listConnectorsOperation);
    expect(body.redirect_uri).toBe(REDIRECT_URI);
    const bySlug = Object.fromEntries(body.connectors.map((each) => [each.slug, each]));
    expect(Object.keys(bySlug).sort()).toEqual([
      "cal-com",
      SLUG,
      "google-calendar",
      "google-sheets",
      "hubspot",
      "slack",
    ]);
    expect(bySlug[SLUG]).toMatchObject({ available: true, unavailable_reason: null, client: "operator" });
    expect(bySlug["slack"]).toMatchObject({ available: false, client: null });
    expect(bySlug["slack"]?.unavailable_reason).toContain("PUT /connectors/slack/client");
    for (const { actions } of body.connectors.filter(({ slug }) => slug !== SLUG)) {
      expect(actions.length).toBeGreaterThanOrEqual(3);
      expect(actions[0]?.parameters).toMatchObject({ type: "object", properties: expect.any(Object) });
    }
    const refused = await rig.admin.refused(connectAppOperation, { params: { slug: "slack" } });
    expect(refused).toMatchObject({ status: 400, detail: bySlug["slack"]?.unavailable_reason });
    expect(await rig.admin.refused(connectAppOperation, { params: { slug: "nothing" } })).toMatchObject({
      status: 404,
    });
  });

  it("takes the organization's own client before the operator's, and shows its secret to nobody", async () => {
    const body = { client_id: "ours", client_secret: "planted-secret-of-ours" };
    const set = await rig.admin.call(setConnectorClientOperation, { params: { slug: "slack" }, body });
    expect(set.body).toEqual({ slug: "slack", client: "organization" });
    const { body: list } = await rig.admin.call(listConnectorsOperation);
    expect(list.connectors.find(({ slug }) => slug === "slack")).toMatchObject({
      available: true,
      client: "organization",
    });
    expect(JSON.stringify(list)).not.toContain("planted");
    const url = new URL((await begin("slack")).authorization_url);
    expect(url.origin + url.pathname).toBe("https://slack.com/oauth/v2/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "ours",
      response_type: "code",
      redirect_uri: REDIRECT_URI,
      scope: "chat:write,channels:read,users:read,users:read.email",
    });
    const stored = await rig.test.everything.selectFrom("connector_clients").selectAll().executeTakeFirstOrThrow();
    expect(stored.client_secret_sealed?.toString("latin1")).not.toContain("planted");
    const other = rig.api.client({ token: (await createTenant(rig.test)).admin.token });
    expect(await other.refused(connectAppOperation, { params: { slug: "slack" } })).toMatchObject({ status: 400 });
    const removed = await rig.admin.call(removeConnectorClientOperation, { params: { slug: "slack" } });
    expect(removed.body).toEqual({ slug: "slack", client: null });
    expect(await rig.admin.refused(connectAppOperation, { params: { slug: "slack" } })).toMatchObject({ status: 400 });
  });
});

describe("signing in", () => {
  it("connects the account of whoever consents, by a code with PKCE, and keeps its tokens sealed", async () => {
    const { authorization_url } = await begin();
    const parameters = Object.fromEntries(new URL(authorization_url).searchParams);
    expect(parameters).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: REDIRECT_URI,
      response_type: "code",
    });
    const page = await rig.comeBack(await rig.oauth.signIn(authorization_url));
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("Example Desk is connected")]);
    expect(page.text).not.toContain("<script");
    expect(await accounts()).toMatchObject([
      {
        slug: SLUG,
        account_label: "ada@example.com",
        scopes: ["openid", "email"],
        status: "connected",
        status_reason: null,
      },
    ]);
    const [row] = await rows();
    expect(row?.tokens_sealed?.toString("latin1")).not.toContain("accessToken");
    const event = await rig.test.everything
      .selectFrom("timeline_events")
      .selectAll()
      .where("organization_id", "=", rig.tenant.organizationId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      kind: "system",
      actor: `user:${rig.tenant.admin.userId}`,
      summary: "Example Desk is connected as ada@example.com",
    });
  });

  it("by the same account again renews it; another account is one more", async () => {
    await rig.connect();
    const [first] = await accounts();
    await rig.connect();
    rig.oauth.account = "grace@example.com";
    await rig.connect();
    rig.oauth.account = "ada@example.com";
    const all = await accounts();
    expect(all.map(({ account_label }) => account_label)).toEqual(["ada@example.com", "grace@example.com"]);
    expect(all[0]?.id).toBe(first?.id);
  });

  it("by an account whose name holds characters that cannot be stored leaves them out", async () => {
    rig.oauth.account = "eve\0@example.com";
    await rig.connect();
    rig.oauth.account = "ada@example.com";
    expect((await accounts()).map(({ account_label }) => account_label)).toContain("eve@example.com");
  });

  it("connects nothing when the person says no, and the sign-in is used up", async () => {
    rig.oauth.consents = false;
    const location = await rig.oauth.signIn((await begin()).authorization_url);
    expect(location.searchParams.get("error")).toBe("access_denied");
    expect(await rig.comeBack(location)).toMatchObject({
      status: 400,
      text: expect.stringContaining("did not consent"),
    });
    expect(await rig.comeBack(location)).toMatchObject({ status: 400, text: expect.stringContaining("has ended") });
    expect(await accounts()).toEqual([]);
  });

  it("is believed once, for ten minutes, by its own state alone", async () => {
    const location = await rig.oauth.signIn((await begin()).authorization_url);
    const forged = new URL(location);
    forged.searchParams.set("state", `${forged.searchParams.get("state")}x`);
    const without = new URL(location);
    without.searchParams.delete("state");
    for (const wrong of [forged, without]) {
      expect(await rig.comeBack(wrong)).toMatchObject({ status: 400, text: expect.stringContaining("is unknown") });
    }
    rig.clock.aheadSeconds = 601;
    expect(await rig.comeBack(location)).toMatchObject({ status: 400, text: expect.stringContaining("ten minutes") });
    rig.clock.aheadSeconds = 0;
    expect(await accounts()).toEqual([]);
    const [one, other] = await Promise.all([rig.comeBack(location), rig.comeBack(location)]);
    expect([one.status, other.status].sort()).toEqual([200, 400]);
    expect(await rig.comeBack(location)).toMatchObject({ status: 400 });
    expect(await accounts()).toHaveLength(1);
  });

  it("does not take the code of another sign-in", async () => {
    const mine = await rig.oauth.signIn((await begin()).authorization_url);
    const another = await rig.oauth.signIn((await begin()).authorization_url);
    mine.searchParams.set("code", another.searchParams.get("code") ?? "");
    expect(await rig.comeBack(mine)).toMatchObject({ status: 400, text: expect.stringContaining("invalid_grant") });
    expect(await accounts()).toEqual([]);
  });

  it("a sign-in that a browser began ends in that browser alone", async () => {
    const response = await rig.api.client().fetch(`/api/v1/connectors/${SLUG}/connect`, {
      method: "POST",
      headers: { cookie: `ringdown_session=${rig.tenant.admin.token}`, "sec-fetch-site": "same-origin" },
    });
    const { authorization_url }: { authorization_url: string } = JSON.parse(await response.text());
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-ringdown_sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const location = await rig.oauth.signIn(authorization_url);
    const [own = ""] = cookie.split(";", 1);
    const strangers: Record<string, string>[] = [
      {},
      { cookie: `__Host-ringdown_sign_in=${"x".repeat(43)}` },
      // Another host of the domain could have given it.
      { cookie: own.replace("__Host-", "") },
    ];
    for (const headers of strangers) {
      const page = await rig.comeBack(location, headers);
      expect(page).toMatchObject({ status: 400, text: expect.stringContaining("another browser") });
    }
    expect(await accounts()).toEqual([]);
    expect(await rig.comeBack(location, { cookie: own })).toMatchObject({ status: 200 });
  });

  describe("that a program began", () => {
    const press = (consentUrl: string, headers: Record<string, string>) => {
      const { pathname, searchParams } = new URL(consentUrl);
      return rig.api.client().fetch(pathname, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams({ state: searchParams.get("state") ?? "" }).toString(),
      });
    };
    const SAME = { "sec-fetch-site": "same-origin" };

    it("shows a page first that names the organization, the one who asks and the app", async () => {
      const { pathname, search } = new URL(await beginByProgram());
      const page = await rig.api.client().fetch(pathname + search);
      const text = await page.text();
      const { name } = await rig.test.everything
        .selectFrom("organizations")
        .select("name")
        .where("id", "=", rig.tenant.organizationId)
        .executeTakeFirstOrThrow();
      expect(text).toContain(`Connect Example Desk to ${name}?`);
      expect(text).toContain(`${rig.tenant.admin.email} asks you to sign in to Example Desk`);
      expect(text).not.toContain("<script");
      expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(page.headers.getSetCookie()).toEqual([]);
    });

    it("is completed only in the browser that said yes there", async () => {
      const consentUrl = await beginByProgram();
      const state = new URL(consentUrl).searchParams.get("state") ?? "";
      const { pathname: callback } = new URL(REDIRECT_URI);
      const unconfirmed = new URL(`${REDIRECT_URI}?${new URLSearchParams({ state, code: "stolen" }).toString()}`);
      expect(await rig.comeBack(unconfirmed)).toMatchObject({ status: 400 });
      const location = await rig.oauth.signIn(await rig.confirm(consentUrl));
      expect(location.pathname).toBe(callback);
      expect(await rig.comeBack(location, {})).toMatchObject({
        status: 400,
        text: expect.stringContaining("another browser"),
      });
      expect(await accounts()).toEqual([]);
      expect(await rig.comeBack(location)).toMatchObject({ status: 200 });
    });

    it("is confirmed by its own page alone, and by one browser", async () => {
      const consentUrl = await beginByProgram();
      const foreign: Record<string, string>[] = [
        {},
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
      ];
      for (const headers of foreign) {
        const answer = await press(consentUrl, headers);
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
      }
      expect((await press(consentUrl, SAME)).status).toBe(303);
      expect((await press(consentUrl, SAME)).status).toBe(400);
      const forged = `${consentUrl}x`;
      expect((await press(forged, SAME)).status).toBe(400);
      const { pathname, search } = new URL(forged);
      expect((await rig.api.client().fetch(pathname + search)).status).toBe(400);
    });

    it("goes on from an older browser, which says where its form stood", async () => {
      const origin = new URL(REDIRECT_URI).origin;
      expect((await press(await beginByProgram(), { origin })).status).toBe(303);
    });
  });

  it("connects nothing for whoever may not do it any more", async () => {
    const tenant = await createTenant(rig.test);
    const client = rig.api.client({ token: tenant.admin.token });
    const { body } = await client.call(connectAppOperation, { params: { slug: SLUG } });
    const location = await rig.oauth.signIn(await rig.confirm(body.authorization_url));
    await rig.test.everything
      .updateTable("sessions")
      .set({ revoked_at: new Date() })
      .where("user_id", "=", tenant.admin.userId)
      .execute();
    expect(await rig.comeBack(location)).toMatchObject({ status: 400, text: expect.stringContaining("An admin") });
    expect(await rows()).toEqual([]);
  });

  it.each(["archived_at", "expires_at"] as const)(
    "connects nothing for a key that is over since (%s)",
    async (over) => {
      const tenant = await createTenant(rig.test);
      const key = await createKey(rig.test, { tenant });
      const client = rig.api.client({ apiKey: key.apiKey });
      const { body } = await client.call(connectAppOperation, { params: { slug: SLUG } });
      const location = await rig.oauth.signIn(await rig.confirm(body.authorization_url));
      await rig.test.everything
        .updateTable("api_keys")
        .set({ [over]: new Date(Date.now() - 1_000) })
        .where("id", "=", key.id)
        .execute();
      expect(await rig.comeBack(location)).toMatchObject({ status: 400, text: expect.stringContaining("An admin") });
      expect(await rows()).toEqual([]);
    },
  );

  it("by an app that is out of order says so", async () => {
    const location = await rig.oauth.signIn((await begin()).authorization_url);
    const { send } = rig.api.dependencies.guardedRequests;
    const { guardedRequests } = rig.api.dependencies;
    guardedRequests.send = async (request) => ({
      ...(await send(request)),
      status: 503,
      body: "<script>down</script>",
    });
    const page = await rig.comeBack(location);
    guardedRequests.send = send;
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining("gave no token: status 503") });
  });
});

describe("disconnecting", () => {
  it("throws the tokens away and tells the app, once", async () => {
    await rig.connect();
    rig.oauth.revoked = 0;
    const [account] = await accounts();
    const params = { account_id: account?.id ?? 0 };
    const { body } = await rig.admin.call(revokeAccountOperation, { params });
    expect(body).toMatchObject({
      status: "revoked",
      status_reason: "Example Desk was disconnected from ada@example.com",
    });
    expect((await rows())[0]).toMatchObject({ status: "revoked", tokens_sealed: null });
    expect(rig.oauth.revoked).toBe(1);
    expect((await rig.admin.call(revokeAccountOperation, { params })).body).toEqual(body);
    expect(rig.oauth.revoked).toBe(1);
    const other = rig.api.client({ token: (await createTenant(rig.test)).admin.token });
    expect(await other.refused(revokeAccountOperation, { params })).toMatchObject({ status: 404 });
  });
});

describe("CONNECTORS_FILE", () => {
  const read = (content: unknown) => () => readConnectors({ CONNECTORS_FILE: fileOf(content) });
  const app = ownApp("https://auth.example.com", "https://api.example.com");

  it("names every fault", () => {
    expect(read("no json")).toThrow(/cannot be read as JSON/);
    expect(read({ slak: OAUTH_CLIENT })).toThrow(/slak: No app is called so; there are cal-com, google-calendar/);
    expect(read({ slack: { client_id: "" } })).toThrow(/slack.client_id/);
    const faulty = {
      ...app,
      token_url: "ftp://x",
      actions: [{ ...app.actions[0], request: { method: "GET", url: "https://x.example/{{y}}" } }],
    };
    expect(read({ [SLUG]: { ...OAUTH_CLIENT, connector: faulty } })).toThrow(
      /connector.token_url[^]*\{\{y\}\} is no parameter[^]*does nothing with text/,
    );
  });

  it("adds an app and gives clients", () => {
    const registry = read({ slack: { client_id: "s" }, [SLUG]: { ...OAUTH_CLIENT, connector: app } })();
    expect(registry.clientOf("slack")).toEqual({ clientId: "s", clientSecret: null });
    expect(registry.clientOf("hubspot")).toBeNull();
    expect(registry.find(SLUG)?.name).toBe("Example Desk");
  });
});
