import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { listWaysInOperation } from "../../../api/auth/provider/provider.operations.ts";
import { setIdentityProviderOperation } from "../../../api/organizations/single-sign-on/single-sign-on.operations.ts";
import { buildProviderSignInSealContext } from "../../../infra/postgres/access/identity-provider.repository.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createCookieBrowser } from "../../harness/cookie-browser.ts";
import { resolveDex } from "../../harness/dex-program.ts";
import { type DexProvider, startDex } from "../../harness/dex-provider.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

const program = await resolveDex();
const whereGoIs = program === null ? describe.skip : describe;

const published = z.object({ keys: z.array(z.object({ kid: z.string() })) });
const CLIENT = { id: "ringdown", secret: "the-secret-at-dex-0123456789" };
const DOMAIN = "dex.example";

let test: TestDatabase;
let api: TestApi;
let dex: DexProvider;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  dex = await startDex(program ?? "", { ...CLIENT, redirect_uri: `${api.baseUrl}/api/v1/auth/provider/callback` });
  tenant = await createTenant(test);
  await test.everything
    .insertInto("organization_domains")
    .values({ organization_id: tenant.organizationId, domain: DOMAIN, token: "x", proved_at: new Date() })
    .execute();
});
afterAll(async () => {
  await dex?.stop();
  await api?.close();
  await test?.drop();
});

const owner = () => api.client({ token: tenant.owner.token });
const settings = (change: object = {}) => ({
  name: "Dex",
  issuer: dex.issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  group_roles: [
    { group: "staff", role: "operator" as const },
    { group: "bosses", role: "admin" as const },
  ],
  ...change,
});
const ada = (groups: readonly string[]) =>
  dex.setPerson({ id: "ada", name: "Ada", email: `ada@${DOMAIN}`, email_verified: true, groups });

const start = (): string => `${api.baseUrl}/api/v1/auth/provider/start?organization_id=${tenant.organizationId}`;
const signIn = async () => {
  const browser = createCookieBrowser(({ pathname }) => pathname.startsWith("/console/"));
  const page = await browser.open(start());
  const account: unknown = await (await browser.ask(`${api.baseUrl}/api/v1/auth/me`)).json();
  return { fault: page.searchParams.get("fault"), account };
};
/** Comes back from Dex after something of the sign-in was changed here meanwhile; returns why it came to nothing. */
const comeBackAfter = async (
  change: (uuid: string) => { nonce?: string; verifier_sealed?: Buffer; destination?: null },
) => {
  const browser = createCookieBrowser(({ pathname }) => pathname === "/api/v1/auth/provider/callback");
  const back = await browser.open(start());
  const { uuid } = await test.everything.selectFrom("provider_sign_ins").select("uuid").executeTakeFirstOrThrow();
  await test.everything.updateTable("provider_sign_ins").set(change(uuid)).where("uuid", "=", uuid).execute();
  const led = (await browser.ask(back.href)).headers.get("location") ?? "";
  return new URL(led).searchParams.get("fault");
};

whereGoIs("signing in by Dex", () => {
  it("is set up by its discovery; it names no place for logging out, so that nobody is led there", async () => {
    expect(
      (await owner().refused(setIdentityProviderOperation, { body: settings({ log_out_at_provider: true }) })).code,
    ).toBe("provider_ends_no_sessions");
    expect((await owner().call(setIdentityProviderOperation, { body: settings() })).body.issuer).toBe(dex.issuer);
    const ways = await api.client().call(listWaysInOperation, { body: { email: `ada@${DOMAIN}` } });
    expect(ways.body.providers.map(({ name }) => name)).toEqual(["Dex"]);
  });

  it("gives the role of the groups that Dex names, and lets in nobody else", async () => {
    await ada(["staff"]);
    expect(await signIn()).toMatchObject({
      fault: null,
      account: { email: `ada@${DOMAIN}`, name: "Ada", role: "operator" },
    });
    await ada(["staff", "bosses"]);
    expect(await signIn()).toMatchObject({ fault: null, account: { role: "admin" } });
    await ada([]);
    expect((await signIn()).fault).toBe("provider_no_role");
    await dex.setPerson({
      id: "eve",
      name: "Eve",
      email: "eve@elsewhere.example",
      email_verified: true,
      groups: ["staff"],
    });
    expect((await signIn()).fault).toBe("provider_domain");
    await dex.setPerson({ id: "eve", name: "Eve", email: `eve@${DOMAIN}`, email_verified: false, groups: ["staff"] });
    expect((await signIn()).fault).toBe("provider_domain");
  });

  it("goes on after Dex has rotated its keys", async () => {
    await ada(["staff"]);
    const keys = async () => {
      const answer: unknown = await (await fetch(`${dex.issuer}/keys`)).json();
      return published.parse(answer).keys.map(({ kid }) => kid);
    };
    const before = await keys();
    expect((await signIn()).fault).toBeNull();
    await dex.rotateKeys();
    expect((await keys())[0]).not.toBe(before[0]);
    expect((await signIn()).fault).toBeNull();
  });

  it("comes to nothing with another verifier of PKCE, which Dex checks, and with another nonce, which is checked here", async () => {
    await ada(["staff"]);
    const other = "v".repeat(43);
    expect(await comeBackAfter(() => ({ destination: null }))).toBeNull();
    expect(
      await comeBackAfter((uuid) => ({
        verifier_sealed: testSecrets.seal(other, buildProviderSignInSealContext(uuid)),
      })),
    ).toBe("provider_refused");
    expect(await comeBackAfter(() => ({ nonce: "another" }))).toBe("provider_refused");
  });
});
