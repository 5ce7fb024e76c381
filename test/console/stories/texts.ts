import { expect, it } from "@jest/globals";
import { readNumber, readObject } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const PICTURES = process.env["TEXT_PICTURES"];

export const textStories = (rig: () => StoryRig): void => {
  it.concurrent("lists texts by what they are, says who answers them, and leads to person and campaign", async () => {
    const opened = await rig().openAsOwner({ rows: makeList });
    const { page, client } = opened;
    const lists = readObject(await client.get("/contact-lists"), "contact_lists");
    const shoot = async (name: string) =>
      PICTURES && page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    await goTo(page, "Texts");
    await page.getByText("No texts yet").waitFor();
    await expectFlawless(opened);
    const agent = await makeTalkingAgent(client, { name: "Reminders" });
    const campaign = await client.post("/campaigns/create", {
      name: "Checkups",
      workflow_id: agent,
      contact_list_id: readNumber(readObject(lists, "0"), "id"),
    });
    const campaignId = readNumber(campaign, "id");
    const send = (to: string, body: string, more: object = {}) => client.post("/messages", { to, body, ...more });
    for (const phone_number of ["+12125550161", "+12125550162"])
      await client.post("/consents", { phone_number, status: "granted", source: "The web form" });
    await send("+12125550161", "Your visit is tomorrow at ten", { campaign_id: campaignId });
    await send("+12125550162", "Your glasses are ready");
    await page.reload();
    const list = page.getByRole("group", { name: "Texts" });
    await list.getByText("Your glasses are ready").waitFor();
    await expectFlawless(opened);
    await shoot("texts-en");
    await page.getByRole("combobox", { name: "Campaign" }).click();
    await page.getByRole("option", { name: "Checkups" }).click();
    await list.getByText("Your glasses are ready").waitFor({ state: "hidden" });
    await list.getByText("Your visit is tomorrow at ten").waitFor();
    await page.getByRole("combobox", { name: "Direction" }).click();
    await page.getByRole("option", { name: "From a person" }).click();
    await page.getByText("No text is like that").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await list.getByRole("link", { name: "+12125550162" }).click();
    await page.getByRole("list", { name: "Everything that happened" }).getByText("Your glasses are ready").waitFor();
    await page.goBack();
    await list.getByRole("link", { name: "Checkups" }).click();
    await page.getByRole("heading", { name: "Checkups", level: 1 }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Texts are answered by" }).click();
    await page.getByRole("option", { name: "Reminders" }).click();
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("Texts are answered by").waitFor();
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ text_workflow_id: agent });
    await goTo(page, "Carriers");
    await page.getByRole("link", { name: "Simulator" }).click();
    const card = page.getByRole("region", { name: "Texts" });
    await card.getByRole("combobox", { name: "Texts are answered by" }).click();
    await page.getByRole("option", { name: "Reminders" }).click();
    await card.getByRole("button", { name: "Save" }).click();
    await waitUntil("the account has its agent", async () => {
      const { configurations } = await client.get("/organizations/telephony-configs");
      return JSON.stringify(configurations).includes(`"text_workflow_id":${agent}`);
    });
    await expectFlawless(opened);
    await page.evaluate(() => localStorage.setItem("language", "de"));
    await page.reload();
    await page.getByRole("link", { name: "SMS", exact: true }).click();
    await page.getByRole("heading", { name: "SMS", level: 1 }).waitFor();
    await page.getByRole("group", { name: "SMS" }).getByText("An eine Person").first().waitFor();
    await shoot("texts-de");
    await expectFlawless(opened);
    await opened.close();
  });
};
