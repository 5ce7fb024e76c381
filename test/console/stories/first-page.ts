import { expect, it } from "@jest/globals";
import type { Response } from "playwright-core";
import { signUp } from "../person.ts";
import type { StoryRig } from "./rig.ts";

/** The words of every page in one language are a seventh of it. */
const MOST_BYTES = 250_000;

/** Sums what the page has loaded so far, as sent over the line. */
const loadedBytes = async (responses: readonly Response[]): Promise<number> => {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
};

export const firstPageStories = (rig: () => StoryRig): void => {
  it.concurrent("loads little: the first page, and what a new person sees after it", async () => {
    const responses: Response[] = [];
    const opened = await rig().open({}, (page) => page.on("response", (response) => responses.push(response)));
    const { page } = opened;
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    const first = await loadedBytes(responses);
    // The minimum for a page: with less, nothing was measured.
    expect(first).toBeGreaterThan(50_000);
    expect(first).toBeLessThan(MOST_BYTES);
    await signUp(page);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    expect(await loadedBytes(responses)).toBeLessThan(2 * MOST_BYTES);
    await opened.close();
  });
};
