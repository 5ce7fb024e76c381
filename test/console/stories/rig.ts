import { expect } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { createDemoClient, type DemoClient, textOf } from "../../../infra/local/demo/demo-client.ts";
import type { TestStack } from "../../harness/test-stack.ts";
import { type ConsolePage, openConsole } from "../console-page.ts";

const PATIENCE_MS = 60_000;

/** One platform and one browser, for the stories of every screen. */
export interface StoryRig {
  readonly stack: TestStack;
  open(options?: Parameters<typeof openConsole>[2]): Promise<ConsolePage>;
  /** The API as the person who has signed up reaches it. */
  client(person: { email: string; password: string }): Promise<DemoClient>;
}

export const createRig = (stack: TestStack, browser: Browser): StoryRig => {
  const root = () => `${stack.running.addresses.api}/api/v1`;
  return {
    stack,
    open: async (options) => {
      const opened = await openConsole(browser, stack.running.addresses.console ?? "", options);
      opened.page.setDefaultTimeout(PATIENCE_MS);
      return opened;
    },
    client: async (person) => {
      const session = await createDemoClient(root()).post("/auth/login", person);
      return createDemoClient(root(), { authorization: `Bearer ${textOf(session, "token")}` });
    },
  };
};

/** Neither axe nor the browser has anything to say, in either colour scheme. */
export const expectFlawless = async ({ page, faults, complaints }: ConsolePage): Promise<void> => {
  await page.getByRole("heading", { level: 1, includeHidden: true }).first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect({ at: page.url(), colorScheme, faults: await faults() }).toMatchObject({ faults: [] });
  }
  expect(complaints).toEqual([]);
};

/** The page as it is, 390 pixels wide: nothing sticks out. */
export const expectToFitTelephone = async (page: Page): Promise<void> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  if (before) await page.setViewportSize(before);
};

/** Through the side bar to a page. */
export const goTo = async (page: Page, name: string): Promise<void> => {
  const link = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${name}( \\d+ open)?$`) });
  await link.click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
};
