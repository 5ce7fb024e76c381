import { expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { fictionalNumbers } from "../../factories/fictional-numbers.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList } from "./made-organization.ts";
import { goTo, type OwnersPage, type StoryRig } from "./rig.ts";

/** As many as the list shows at first, and nobody of the contacts. */
const OTHERS = fictionalNumbers(10_000).slice(-100);

export const contactStories = (rig: () => StoryRig): void => {
  it.concurrent("says why somebody may not be called now, and keeps the history of their consent", async () => {
    const opened = await rig().openAsOwner({ rows: makeList });
    const { page, client } = opened;
    await client.post("/do-not-call", { phone_numbers: OTHERS });
    await client.post("/do-not-call", { phone_numbers: ["+12125559999"] });
    await goTo(page, "Contacts");
    await page.getByRole("link", { name: "Patients" }).click();
    const number = await page.getByRole("button", { name: /^\+1/ }).first().innerText();
    await page.getByRole("button", { name: number }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("list", { name: "Rule by rule" }).getByText("Do not call").waitFor();
    await expectFlawless(opened);
    await dialog.getByRole("combobox", { name: "Consent" }).click();
    await page.getByRole("option", { name: "They do not want to be called" }).click();
    await dialog.getByLabel("Where it comes from").fill("A letter");
    await dialog.getByRole("button", { name: "Record it" }).click();
    await dialog
      .getByRole("listitem")
      .getByText(/^A letter · /)
      .waitFor();
    await dialog.getByText("Not now").waitFor();
    await page.keyboard.press("Escape");
    await removeSomebody(page);
    await goTo(page, "Do not call");
    await page.getByRole("textbox", { name: "Number required" }).fill(number);
    await page.keyboard.press("Enter");
    await page.getByText(/is not on the list/).waitFor();
    await page.getByText("Not now").waitFor();
    await expectFlawless(opened);
    await showAll(opened);
    await searchInVain(opened);
    await opened.close();
  });
};

/** It asks first, and says that a campaign may call them all the same. */
const removeSomebody = async (page: Page): Promise<void> => {
  const row = page.getByRole("row", { name: /\+12125550112/ });
  const remove = row.getByRole("button", { name: "Remove Ben Example" });
  const asked = page.getByRole("alertdialog", { name: "Remove Ben Example from the list?" });
  await remove.click();
  await asked.getByText(/^A campaign that has taken them already still calls them\./).waitFor();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await remove.click();
  await asked.getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
};

const showAll = async ({ page }: OwnersPage): Promise<void> => {
  const more = page.getByRole("button", { name: "Show more" });
  await more.click();
  await more.waitFor({ state: "detached" });
};

/** A refusal of the API is shown, and not an empty list. */
const searchInVain = async ({ page }: OwnersPage): Promise<void> => {
  const list = page.getByRole("group", { name: "Do not call" });
  await list.getByRole("row", { name: /\+12125559999 .*Ada Example/ }).waitFor();
  await page.route(/\/do-not-call\?.*q=9/, (route) =>
    route.continue({ url: route.request().url().replace("limit=100", "limit=0") }),
  );
  await page.getByRole("searchbox", { name: "Number contains" }).fill("9");
  await page.getByRole("alert").filter({ hasText: "at least 1" }).waitFor();
  expect(await list.count()).toBe(0);
};
