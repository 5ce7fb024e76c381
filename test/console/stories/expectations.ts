import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { ConsolePage } from "../console-page.ts";

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
