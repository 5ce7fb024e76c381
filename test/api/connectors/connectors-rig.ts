import { connectAppOperation } from "../../../api/connectors/connectors.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import { OAUTH_CLIENT, type OAuthServer, startOAuthServer } from "../../harness/oauth-server.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { confirmSignIn } from "./confirm-sign-in.ts";
import { fileOf, ownApp, SLUG } from "./own-app.ts";

const PUBLIC_BASE_URL = "https://ringdown.example.com";
export const REDIRECT_URI = `${PUBLIC_BASE_URL}/api/v1/connectors/callback`;

/** The API with an app of the operator's own: its OAuth server is a real one, the app behind it a stand-in. */
export interface ConnectorsRig {
  test: TestDatabase;
  api: TestApi;
  oauth: OAuthServer;
  app: HttpReceiver;
  tenant: Tenant;
  admin: ApiClient;
  /** The offset of the API's clock from the real one. */
  clock: { aheadSeconds: number };
  /** Begins a sign-in for this client and has a person complete it; returns the page that they see in the end. */
  connect(client?: ApiClient): Promise<{ status: number; text: string }>;
  /** Opens the page of a sign-in that a program began and presses its button; returns the address of the app. */
  confirm(consentUrl: string): Promise<string>;
  /** Comes back in the browser in which the sign-ins were confirmed. */
  comeBack(location: URL, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

export const startConnectorsRig = async (): Promise<ConnectorsRig> => {
  const [test, oauth, app] = await Promise.all([
    createTestDatabase(),
    startOAuthServer(REDIRECT_URI),
    startHttpReceiver(),
  ]);
  const CONNECTORS_FILE = fileOf({ [SLUG]: { ...OAUTH_CLIENT, connector: ownApp(oauth.url, app.url) } });
  const clock = { aheadSeconds: 0 };
  const api = await startTestApi(test, {
    environment: { CONNECTORS_FILE, PUBLIC_BASE_URL },
    dependencies: { clock: { now: () => new Date(Date.now() + clock.aheadSeconds * 1000) } },
  });
  const tenant = await createTenant(test);
  const admin = api.client({ token: tenant.admin.token });
  let cookie = "";
  const confirm: ConnectorsRig["confirm"] = async (consentUrl) => {
    const page = await confirmSignIn(api, consentUrl, { cookie });
    cookie = page.cookie;
    return page.location;
  };
  const comeBack: ConnectorsRig["comeBack"] = async ({ pathname, search }, headers = { cookie }) => {
    const response = await api.client().fetch(pathname + search, { headers });
    return { status: response.status, text: await response.text() };
  };
  return {
    test,
    api,
    oauth,
    app,
    tenant,
    admin,
    clock,
    confirm,
    comeBack,
    connect: async (client = admin) => {
      const { body } = await client.call(connectAppOperation, { params: { slug: SLUG } });
      return comeBack(await oauth.signIn(await confirm(body.authorization_url)));
    },
    close: async () => {
      await api.close();
      await Promise.all([oauth.close(), app.close()]);
      await test.drop();
    },
  };
};
