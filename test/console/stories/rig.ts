import type { Browser, Locator, Page } from "playwright-core";
import { createDemoClient, type DemoClient, readText } from "../../../infra/local/demo/demo-client.ts";
import { findFreePort } from "../../../infra/local/ports.ts";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import type { Heard } from "../../../infra/simulator/talk.ts";
import { fileOf, ownApp, SLUG } from "../../api/connectors/own-app.ts";
import { OAUTH_CLIENT, type OAuthServer, startOAuthServer } from "../../harness/oauth-server.ts";
import { openTestStack, type TestStack } from "../../harness/test-stack.ts";
import { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";
import { openBrowser } from "../browser.ts";
import { type ConsolePage, openConsole } from "../console-page.ts";
import { newPerson, type Person } from "../person.ts";
import { tellOfPagesLeftOpen } from "./left-open.ts";
import { countProcessorTime } from "./told-cost.ts";

/** One platform and one browser, for the stories of every screen. */
export interface StoryRig {
  readonly stack: TestStack;
  /** The OAuth server of the app Example Desk, in which people sign in. */
  readonly oauth: OAuthServer;
  /** `watch` is told of the page before it loads anything. */
  open(options?: Parameters<typeof openConsole>[2], watch?: (page: Page) => unknown): Promise<ConsolePage>;
  /** Opens a page for the owner of a new account in a new organization, created without any page. */
  openAsOwner(how?: OpenAsOwner): Promise<OwnersPage>;
  /** The API as the person who has signed up reaches it. */
  client(person: { email: string; password: string }): Promise<DemoClient>;
  /** Sets the course of calls that are dialled from now on. */
  scriptCalls(script: SimulatorScriptInput): Promise<void>;
  /** Ends all calls that are under way. */
  endCalls(): Promise<void>;
  /** Returns the agent's words so far to the person at a number. */
  wordsSaidTo(number: string): Promise<string>;
}

interface OpenAsOwner {
  watch?(page: Page): unknown;
  /** Makes what is there before the page is opened. */
  rows?(client: DemoClient): Promise<unknown>;
}

/** The console of an owner, and the API as they reach it. */
export interface OwnersPage extends ConsolePage {
  person: Person;
  client: DemoClient;
}

export type OpenedRig = StoryRig & { close(): Promise<void> };

/** Opens both, and an app that people can sign in to. */
export const openRig = async (): Promise<OpenedRig> => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const parts = new AsyncDisposableStack();
  const printProcessorTime = countProcessorTime();
  try {
    const oauth = await startOAuthServer(`${url}/api/v1/connectors/callback`, { accessTokenSeconds: 60 });
    parts.defer(() => oauth.close());
    // The app is reached by name, so that its literal address stays refused, as for organizations.
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
    const close = async () => {
      printProcessorTime();
      try {
        await tellOfPagesLeftOpen(browser);
      } finally {
        await parts.disposeAsync();
      }
    };
    return { ...createRig(stack, { browser, oauth }), close };
  } catch (error) {
    // Parts that were started must not keep the test's process alive.
    await parts.disposeAsync();
    throw error;
  }
};

const createRig = (stack: TestStack, { browser, oauth }: { browser: Browser; oauth: OAuthServer }): StoryRig => {
  const root = () => `${stack.running.addresses.api}/api/v1`;
  const simulator = () => {
    const { addresses, environment } = stack.running;
    return createSimulatorClient(addresses.simulator ?? "", environment["SIMULATOR_SIGNING_KEY"] ?? "");
  };
  const openBlank = async (...[options, watch]: Parameters<StoryRig["open"]>) => {
    const opened = await openConsole(browser, "about:blank", options);
    await watch?.(opened.page);
    return opened;
  };
  return {
    stack,
    oauth,
    open: async (options, watch) => {
      const opened = await openBlank(options, watch);
      await opened.page.goto(stack.running.addresses.console ?? "");
      return opened;
    },
    openAsOwner: async ({ watch, rows } = {}) => {
      const opened = await openBlank({}, watch);
      const person = newPerson();
      const { client, cookie } = await signUpAt(root(), person);
      await rows?.(client);
      await opened.context.addCookies([cookie]);
      await opened.page.goto(stack.running.addresses.console ?? "");
      await opened.page.getByRole("navigation", { name: "Main" }).waitFor();
      return { ...opened, person, client };
    },
    client: async ({ email, password }) => {
      const session = await createDemoClient(root()).post("/auth/login", { email, password });
      return createDemoClient(root(), { authorization: `Bearer ${readText(session, "token")}` });
    },
    scriptCalls: (script) => simulator().writeScript(script),
    endCalls: async () => {
      const placed = await simulator().record();
      const ids = placed.flatMap(({ call_id: id }) => id ?? []);
      await Promise.all(ids.map((id) => simulator().ask("POST", `/v1/calls/${id}/hangup`)));
    },
    wordsSaidTo: async (number) => {
      const placed = await simulator().record();
      const call = placed.findLast(({ to, call_id: id }) => to === number && id !== null);
      if (!call) return "";
      const response = await simulator().ask("GET", `/v1/calls/${call.call_id}/heard`);
      const { heard }: { heard: Heard[] } = JSON.parse(await response.text());
      return heard.flatMap(({ who, text }) => (who === "agent" ? [text] : [])).join(" ");
    },
  };
};

/** Makes an account as the console's form does; returns the cookie that a browser would keep. */
const signUpAt = async (root: string, { email, password, name, organization }: Person) => {
  const response = await fetch(`${root}/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, name, organization_name: organization, cookie: true }),
  });
  const [pair = ""] = (response.headers.get("set-cookie") ?? "").split(";");
  const [cookieName = "", token = ""] = pair.split("=");
  if (token === "") throw new Error(`nobody could sign up: ${response.status} ${await response.text()}`);
  const client = createDemoClient(root, { authorization: `Bearer ${token}` });
  return { client, cookie: { name: cookieName, value: token, domain: new URL(root).hostname, path: "/api/v1" } };
};

/** An element of the page, of which the tests know no types. */
interface Marked {
  setAttribute(name: string, value: string): void;
}

/**
 * Waits for a text that is shown for a few seconds: the wait begins before the act that shows it. What says the same of an
 * earlier act, and is still there, does not count.
 */
export const seeing = async (shown: Locator, act: () => Promise<unknown>): Promise<void> => {
  await shown.evaluateAll((all: readonly Marked[]) => all.forEach((each) => each.setAttribute("data-seen", "")));
  const unseen = shown.and(shown.page().locator(":not([data-seen])"));
  await Promise.all([unseen.first().waitFor(), act()]);
};

/** Waits for the message that settings were saved, and for no text that says so of something else. */
export const seeingSaved = (page: Page, act: () => Promise<unknown>): Promise<void> =>
  seeing(page.getByText("Saved", { exact: true }), act);

let lastTurn: Promise<unknown> = Promise.resolve();

/** Stories about calls take turns: the one simulator has one script, and ends all calls that are under way. */
export const inTurn = (story: () => Promise<void>) => (): Promise<void> => {
  const turn = lastTurn.then(story);
  lastTurn = turn.catch(() => {});
  return turn;
};

/** Through the side bar to a page. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+ open)?$`) });
  await link.click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};
