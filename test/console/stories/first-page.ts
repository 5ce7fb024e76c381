import { expect, it } from "@jest/globals";
import type { Page, Response } from "playwright-core";
import { signUp } from "../person.ts";
import type { StoryRig } from "./rig.ts";

const MOST_BYTES = 250_000;

/** What the page has loaded so far, as it came over the line. */
const loadedBytes = async (responses: readonly Response[]): Promise<number> => {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
};

const collect = (page: Page): Response[] => {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  return responses;
};

export const firstPageStories = (rig: () => StoryRig): void => {
  it("loads little: the first page, and what a new person sees after it", async () => {
    const opened = await rig().open();
    const { page } = opened;
    const responses = collect(page);
    await page.reload();
    await page.getByRole("heading", { name: "Log in to Ringdown" }).waitFor();
    expect(await loadedBytes(responses)).toBeLessThan(MOST_BYTES);
    await signUp(page);
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    const afterwards = await loadedBytes(responses);
    process.stderr.write(`the first page and the home view: ${Math.round(afterwards / 1000)} kB\n`);
    expect(afterwards).toBeLessThan(2 * MOST_BYTES);
    await opened.close();
  });
};
