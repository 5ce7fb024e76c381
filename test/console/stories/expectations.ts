import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ConsolePage } from "../console-page.ts";

/** All that another colour scheme can change. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Neither axe nor the browser has anything to say, in either colour scheme. */
export const expectFlawless = async ({ page, faults, complaints }: ConsolePage): Promise<void> => {
  await page.getByRole("heading", { level: 1, includeHidden: true }).first().waitFor();
  await page.emulateMedia({ colorScheme: "light" });
  expect({ at: page.url(), faults: await faults() }).toMatchObject({ faults: [] });
  await page.emulateMedia({ colorScheme: "dark" });
  expect({ at: page.url(), inDark: await faults(RULES_OF_COLOUR) }).toMatchObject({ inDark: [] });
  expect(complaints).toEqual([]);
};

/** The page as it is, 390 pixels wide: nothing sticks out. */
export const expectToFitTelephone = async (page: Page): Promise<void> => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  if (before) await page.setViewportSize(before);
};
