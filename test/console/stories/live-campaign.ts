import { expect, it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

export const liveCampaignStories = (rig: () => StoryRig): void => {
  it.concurrent("has whoever joins a part of a list called, until nobody joins any more", async () => {
    let listId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        await makeTalkingAgent(client, { name: "Reminder" });
        ({ listId } = await makeList(client, 4));
      },
    });
    const { page, client } = opened;
    await page.goto(`${rig().stack.running.addresses.console ?? ""}contacts/${listId}`);
    await page.getByRole("button", { name: "New segment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Urgent");
    await dialog.getByLabel("Who").fill("priority >= ");
    await dialog.getByText(/at character/).waitFor();
    await dialog.getByLabel("Who").fill("priority >= 0");
    await dialog.getByText(/^4 contacts, such as /).waitFor();
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "priority >= 0" }).waitFor();
    await expectFlawless(opened);
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "New campaign" }).first().click();
    await page.getByLabel("Name").fill("Whoever comes");
    await page.getByRole("combobox", { name: "Part of the list" }).click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("combobox", { name: "Who is called" }).click();
    await page.getByRole("option", { name: "Also who joins the list later" }).click();
    await page.getByLabel("Calls a day").fill("500");
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("4 of 4 contacts").waitFor();
    const { campaigns } = await client.get("/campaigns");
    const [campaign] = Array.isArray(campaigns) ? campaigns : [];
    expect(campaign).toMatchObject({
      enrolment: "live",
      order: "oldest",
      daily_quota: 500,
      segment: { name: "Urgent", where: "priority >= 0" },
    });
    const id = readNumber(campaign, "id");
    await client.post(`/campaigns/${id}/start`, { consent_attested: true });
    await page.goto(`${rig().stack.running.addresses.console ?? ""}campaigns/${id}`);
    await page.getByRole("button", { name: "Let nobody join any more" }).click();
    await expectFlawless(opened);
    await seeing(page.getByText("Nobody joins any more").first(), () =>
      page.getByRole("alertdialog").getByRole("button", { name: "Let nobody join any more" }).click(),
    );
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.reload();
    await page.getByText("Teil der Liste").waitFor();
    await page.getByText("Anrufe am Tag").waitFor();
    await expectFlawless(opened);
  });
};
