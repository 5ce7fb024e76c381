import type { Browser, Locator, Page } from "playwright-core";
import { createDemoClient, type DemoClient, textOf } from "../../../infra/local/demo/demo-client.ts";
import { freePort } from "../../../infra/local/ports.ts";
import { fileOf, ownApp, SLUG } from "../../api/connectors/own-app.ts";
import { OAUTH_CLIENT, type OAuthServer, startOAuthServer } from "../../harness/oauth-server.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";
import { openBrowser } from "../browser.ts";
import { type ConsolePage, openConsole } from "../console-page.ts";

/** One platform and one browser, for the stories of every screen. */
export interface StoryRig {
  readonly stack: TestStack;
  /** Of the app Example Desk, in which people sign in. */
  readonly oauth: OAuthServer;
  /** `watch` is told of the page before it loads anything. */
  open(options?: Parameters<typeof openConsole>[2], watch?: (page: Page) => unknown): Promise<ConsolePage>;
  /** The API as the person who has signed up reaches it. */
  client(person: { email: string; password: string }): Promise<DemoClient>;
  /** How much faster than a telephone's the time of calls passes that are dialled from now on. */
  carrierSpeed(speed: number): Promise<void>;
}

export type OpenedRig = StoryRig & { close(): Promise<void> };

/** Opens both, and an app that people can sign in to. */
export const openRig = async (): Promise<OpenedRig> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const parts = new AsyncDisposableStack();
  try {
    const oauth = await startOAuthServer(`${url}/api/v1/connectors/callback`, { accessTokenSeconds: 60 });
    parts.defer(() => oauth.close());
    // By its name, so that the literal address stays refused, as organizations find it.
    const app = ownApp(oauth.url.replace("127.0.0.1", "localhost"), "http://localhost:9");
    const stack = await openTestStack({
      PORT: String(port),
      PUBLIC_BASE_URL: url,
      OUTBOUND_ALLOWED_NETWORKS: "localhost",
      CONNECTORS_FILE: fileOf({ [SLUG]: { ...OAUTH_CLIENT, connector: app } }),
    });
    parts.defer(() => stack.close());
    const browser = await openBrowser();
    parts.defer(() => browser.close());
    return { ...createRig(stack, { browser, oauth }), close: () => parts.disposeAsync() };
  } catch (error) {
    // What did start must not keep the test's process alive.
    await parts.disposeAsync();
    throw error;
  }
};

const createRig = (stack: TestStack, { browser, oauth }: { browser: Browser; oauth: OAuthServer }): StoryRig => {
  const root = () => `${stack.running.addresses.api}/api/v1`;
  return {
    stack,
    oauth,
    open: async (options, watch) => {
      const opened = await openConsole(browser, "about:blank", options);
      await watch?.(opened.page);
      await opened.page.goto(stack.running.addresses.console ?? "");
      return opened;
    },
    client: async (person) => {
      const session = await createDemoClient(root()).post("/auth/login", person);
      return createDemoClient(root(), { authorization: `Bearer ${textOf(session, "token")}` });
    },
    carrierSpeed: (speed) => {
      const { addresses, environment } = stack.running;
      return createSimulatorClient(addresses.simulator ?? "", environment["SIMULATOR_SIGNING_KEY"] ?? "").writeScript({
        speed,
      });
    },
  };
};

/** For what is shown for a few seconds: it is looked out for before the act that brings it about. */
export const seeing = async (shown: Locator, act: () => Promise<unknown>): Promise<void> => {
  await Promise.all([shown.waitFor(), act()]);
};

/** Through the side bar to a page. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+ open)?$`) });
  await link.click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};
