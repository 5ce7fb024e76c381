import { expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { expectFlawless } from "./expectations.ts";
import { makeCampaign } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const PICTURES = process.env["JOURNEY_PICTURES"];

const chooseIn = async (page: Page, field: Locator, option: string | RegExp): Promise<void> => {
  await field.click();
  await page.getByRole("option", { name: option }).click();
};

export const journeyStories = (rig: () => StoryRig): void => {
  it.concurrent("says what follows a campaign's calls in a form, and shows beside it what would happen to people", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        await makeCampaign(client, "Autumn visits");
        await client.post("/organizations/webhooks", { url: "https://hooks.example.com/visits" });
      },
    });
    const { page } = opened;
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Autumn visits" }).click();
    const card = page.getByRole("region", { name: "What follows the calls" });
    await card.getByText("Nothing follows this campaign's calls.").waitFor();
    await card.getByRole("button", { name: "Change the journey" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add a step" }).click();
    const first = dialog.getByRole("group", { name: /^Step / }).first();
    // What is wrong is said beside its field while it is written.
    await first.getByText(/Write at least 1 characters|character/).waitFor();
    await first.getByRole("textbox", { name: "Name" }).fill("text");
    await first.getByRole("textbox", { name: "Text" }).fill("We called you, {{name}}.");
    await first.getByRole("spinbutton", { name: "minutes" }).fill("10");
    const preview = dialog.getByRole("region", { name: "What would follow for the first 20 people" });
    await preview.getByText("We called you, Ada Example.").waitFor();
    expect(await preview.getByRole("row").count()).toBe(21);

    await dialog.getByRole("button", { name: "Add a step" }).click();
    const second = dialog.getByRole("group", { name: /^Step / }).nth(1);
    await second.getByRole("textbox", { name: "Name" }).fill("again");
    await chooseIn(page, second.getByRole("combobox", { name: "What it does" }), "calls again");
    await chooseIn(page, second.getByRole("combobox", { name: "Agent" }), "Reminder");
    await second.getByRole("button", { name: "Remove the condition" }).click();
    // It begins the journey and has no condition: the API says so.
    await second.getByText(/begins the journey/).waitFor();
    await first.getByRole("group", { name: "What may follow" }).getByRole("checkbox", { name: "again" }).click();
    await second.getByText(/begins the journey/).waitFor({ state: "detached" });

    await dialog.getByRole("button", { name: "Add a step" }).click();
    const third = dialog.getByRole("group", { name: /^Step / }).nth(2);
    await third.getByRole("textbox", { name: "Name" }).fill("tell");
    await chooseIn(page, third.getByRole("combobox", { name: "What it does" }), "tells a webhook");
    await chooseIn(page, third.getByRole("combobox", { name: "Webhook" }), "https://hooks.example.com/visits");
    await chooseIn(page, third.getByRole("combobox", { name: "Taken when" }), "the disposition");
    await third.getByRole("textbox", { name: "is", exact: true }).fill("later");
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/journey-form-en.png` });
    await expectFlawless(opened);

    await dialog.getByRole("button", { name: "Show as JSON" }).click();
    const steps = dialog.getByRole("textbox", { name: "Steps" });
    expect(JSON.parse(await steps.inputValue())).toMatchObject([
      { id: "text", on: ["no_answer"], wait: { minutes: 10 }, do: "sms", next: ["again"] },
      { id: "again", do: "call", workflow_id: expect.any(Number) },
      { id: "tell", on: [{ disposition: "later" }], do: "webhook", webhook_id: expect.any(Number) },
    ]);
    const written = await steps.inputValue();
    await steps.fill("[{");
    await dialog.getByText(/This is no JSON/).waitFor();
    await steps.fill(written);
    await dialog.getByRole("button", { name: "Show as a form" }).click();
    await third.getByRole("textbox", { name: "Name" }).waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The journey was saved").waitFor();
    await card.getByRole("row", { name: /The call text/ }).waitFor();
    await card.getByRole("row", { name: /text again/ }).waitFor();
    expect(await card.locator("svg rect").count()).toBe(4);
    expect(await card.locator("svg path").count()).toBe(3);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/journey-en.png`, fullPage: true });
    await expectFlawless(opened);

    await page.evaluate(() => localStorage.setItem("language", "de"));
    await page.reload();
    const german = page.getByRole("region", { name: "Was auf die Anrufe folgt" });
    await german.getByText("sendet eine SMS").waitFor();
    await page.getByText("Version 1 ihres Ablaufs hat 3 Schritte").waitFor();
    await german.getByRole("button", { name: "Ablauf ändern" }).click();
    await page.getByRole("dialog").getByText("Was für die ersten 20 Leute folgen würde").first().waitFor();
    await page.getByRole("dialog").getByRole("group", { name: "Schritt text" }).waitFor();
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/journey-form-de.png` });
    await expectFlawless(opened);
    await opened.close();
  });
};
