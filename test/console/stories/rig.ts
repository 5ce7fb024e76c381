import type { Browser, Page } from "playwright-core";
import { createDemoClient, type DemoClient, textOf } from "../../../infra/local/demo/demo-client.ts";
import type { TestStack } from "../../harness/test-stack.ts";
import { type ConsolePage, openConsole } from "../console-page.ts";

// Generous: a busy machine makes it slow, not red.
const PATIENCE_MS = 120_000;

/** One platform and one browser, for the stories of every screen. */
export interface StoryRig {
  readonly stack: TestStack;
  /** `watch` is told of the page before it loads anything. */
  open(options?: Parameters<typeof openConsole>[2], watch?: (page: Page) => void): Promise<ConsolePage>;
  /** The API as the person who has signed up reaches it. */
  client(person: { email: string; password: string }): Promise<DemoClient>;
}

export const createRig = (stack: TestStack, browser: Browser): StoryRig => {
  const root = () => `${stack.running.addresses.api}/api/v1`;
  return {
    stack,
    open: async (options, watch) => {
      const opened = await openConsole(browser, "about:blank", options);
      opened.page.setDefaultTimeout(PATIENCE_MS);
      watch?.(opened.page);
      await opened.page.goto(stack.running.addresses.console ?? "");
      return opened;
    },
    client: async (person) => {
      const session = await createDemoClient(root()).post("/auth/login", person);
      return createDemoClient(root(), { authorization: `Bearer ${textOf(session, "token")}` });
    },
  };
};

/** Through the side bar to a page. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+ open)?$`) });
  await link.click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};
