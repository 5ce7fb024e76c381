import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const PASSWORD = "a password of some length";

let test: TestDatabase;
let api: TestApi;
let behindTls: TestApi;
let tenant: Tenant;
let count = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  behindTls = await startTestApi(test, { environment: { PUBLIC_BASE_URL: "https://ringdown.example" } });
  tenant = await createTenant(test);
});
afterAll(async () => {
  await Promise.all([api.close(), behindTls.close()]);
  await test.drop();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}, process = api) =>
  fetch(`${process.baseUrl}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const readJson = async (response: Response): Promise<{ token: string }> => JSON.parse(await response.text());

/** Signs somebody up as a browser does, and returns what it keeps. */
const signUp = async (process = api) => {
  count += 1;
  const body = { email: `browser-${count}@example.com`, password: PASSWORD, cookie: true };
  const response = await post("/auth/signup", body, {}, process);
  const [setCookie = ""] = response.headers.getSetCookie();
  const answer: { token: string } = await readJson(response);
  return { body, answer, setCookie, cookie: setCookie.split(";")[0] ?? "" };
};
const me = (headers: Record<string, string>) => fetch(`${api.baseUrl}/api/v1/auth/me`, { headers });
const createApiKey = (headers: Record<string, string>) => post("/users/api-keys", { name: "from a page" }, headers);

describe("a session in a cookie", () => {
  it("is kept where no script reads it, and the token stands nowhere else", async () => {
    const { answer, setCookie } = await signUp();
    expect(answer.token).toBe("");
    expect(setCookie).toMatch(
      /^ringdown_session=[\w-]{43}; Expires=[^;]+ GMT; Path=\/api\/v1; HttpOnly; SameSite=Strict$/,
    );
    const { setCookie: secure } = await signUp(behindTls);
    expect(secure).toMatch(/; SameSite=Strict; Secure$/);
  });

  it("comes with a log-in too, and only where it is asked for", async () => {
    const { body } = await signUp();
    const asked = await post("/auth/login", body);
    expect(asked.headers.getSetCookie()[0]).toMatch(/^ringdown_session=/);
    const unasked = await post("/auth/login", { email: body.email, password: PASSWORD });
    expect(unasked.headers.get("set-cookie")).toBeNull();
    expect((await readJson(unasked)).token).toMatch(/^[\w-]{43}$/);
  });

  it("reads without more, among other cookies", async () => {
    const { cookie, body } = await signUp();
    const response = await me({ cookie: `theme=dark; ${cookie}; other=1` });
    expect(await response.json()).toMatchObject({ email: body.email });
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another port of the same host", { "sec-fetch-site": "same-site" }],
    ["an address typed by hand", { "sec-fetch-site": "none" }],
    ["a program that does not say", {}],
  ])("changes nothing for a page of %s", async (_whose, headers) => {
    const { cookie } = await signUp();
    const refusal = await createApiKey({ cookie, ...headers });
    expect(refusal.status).toBe(403);
    expect(await refusal.json()).toMatchObject({ code: "cross_site_request" });
  });

  it("changes something for pages of its own origin", async () => {
    const { cookie } = await signUp();
    expect((await createApiKey({ cookie, "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("yields to a key and to a bearer token, which need no origin", async () => {
    const { cookie } = await signUp();
    const { apiKey } = await createKey(test, { tenant });
    const byKey = await me({ cookie, "x-api-key": apiKey });
    expect(await byKey.json()).toMatchObject({ organization_id: tenant.organizationId });
    const byToken = await createApiKey({ cookie, authorization: `Bearer ${tenant.admin.token}` });
    expect(byToken.status).toBe(200);
    const byNoToken = await me({ cookie, authorization: "Basic abc" });
    expect(byNoToken.status).toBe(401);
  });

  it("ends with the log-out, which takes the cookie away", async () => {
    const { cookie } = await signUp();
    const loggedOut = await post("/auth/logout", {}, { cookie, "sec-fetch-site": "same-origin" });
    expect(loggedOut.headers.get("set-cookie")).toBe(
      "ringdown_session=; Max-Age=0; Path=/api/v1; HttpOnly; SameSite=Strict",
    );
    expect((await me({ cookie })).status).toBe(401);
  });
});
