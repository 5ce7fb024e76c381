import { it } from "@jest/globals";
import type { Page } from "playwright-core";
import { goTo, type StoryRig, seeingSaved } from "./rig.ts";

export const leavingStories = (rig: () => StoryRig): void => {
  it.concurrent("asks of a choice alone, once for all forms, and counts what is being saved as unsaved", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const away = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Campaigns" });
    await goTo(page, "Models");
    await page.getByRole("combobox", { name: "Provider" }).last().click();
    await page.getByRole("option", { name: /OpenAI/ }).click();
    await away.click();
    await leaving.getByRole("button", { name: "Keep it" }).click();
    await leaving.waitFor({ state: "hidden" });
    for (const form of [page.locator("form").first(), page.locator("form").last()]) {
      await form.getByRole("combobox", { name: "Provider" }).click();
      await page.getByRole("option", { name: /OpenAI/ }).click();
      await form.getByLabel("API key").fill("a-key-that-is-not-sent");
    }
    await away.click();
    await leaving.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Campaigns", level: 1 }).waitFor();
    await goTo(page, "Settings");
    const letGo = await holdRequests(page, "**/organizations/preferences");
    await page.getByLabel("Calls at a time").fill("13");
    await page.getByRole("button", { name: "Save" }).first().click();
    await away.click();
    await leaving.getByRole("button", { name: "Keep it" }).click();
    await leaving.waitFor({ state: "hidden" });
    await seeingSaved(page, async () => letGo());
    await goTo(page, "Campaigns");
    await opened.close();
  });

  it.concurrent("leaves what is saved without a question, whatever else the API has not answered yet", async () => {
    const opened = await rig().openAsOwner();
    const { page } = opened;
    await goTo(page, "Models");
    const letGo = await holdRequests(page, "**/model-configurations/v2/try");
    await page.getByRole("button", { name: "Ask it" }).click();
    await page.getByRole("combobox", { name: "Provider" }).nth(1).click();
    await page.getByRole("option", { name: "Built in: needs nothing, for trying out" }).click();
    await seeingSaved(page, () => page.getByRole("button", { name: "Save" }).nth(1).click());
    await goTo(page, "Campaigns");
    await Promise.all([page.waitForResponse("**/model-configurations/v2/try"), Promise.resolve(letGo())]);
    await opened.close();
  });
};

/** Requests that change something there wait on their way to the API until they are let go. */
const holdRequests = async (page: Page, address: string): Promise<() => void> => {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== "GET") await held.promise;
    await route.continue();
  });
  return held.resolve;
};
