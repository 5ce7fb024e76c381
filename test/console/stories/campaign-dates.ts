import { expect, it } from "@jest/globals";
import { DateTime } from "luxon";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig, seeing } from "./rig.ts";

const TOMORROW = DateTime.now().setZone("America/New_York").plus({ days: 1 }).toISODate();

export const campaignDatesStories = (rig: () => StoryRig): void => {
  it.concurrent("has fifty people called tomorrow between ten and twelve on their own clocks, and takes it back", async () => {
    const opened = await rig().openAsOwner({
      rows: (client) => Promise.all([makeTalkingAgent(client, { name: "Reminder" }), makeList(client, 50)]),
    });
    const { page, client } = opened;
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "New campaign" }).first().click();
    await page.getByLabel("Name").fill("Tomorrow morning");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Begins").fill(`${TOMORROW}T10:00`);
    await page.getByLabel("Ends").fill(`${TOMORROW}T12:00`);
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("50 of 50 contacts").waitFor();
    await page.getByRole("checkbox").click();
    await seeing(page.getByText("Scheduled. It begins by itself."), () =>
      page.getByRole("button", { name: "Create and schedule" }).click(),
    );
    await page
      .getByRole("note")
      .filter({ hasText: /^It begins .*\d\d:00/ })
      .waitFor();
    await page.getByText(/on their own clock; that is the first of these clocks/).waitFor();
    await expectFlawless(opened);
    const { campaigns } = await client.get("/campaigns");
    const [campaign] = Array.isArray(campaigns) ? campaigns : [];
    expect(campaign).toMatchObject({
      state: "scheduled",
      starts_at: { local: `${TOMORROW}T10:00` },
      ends_at: { local: `${TOMORROW}T12:00` },
      begins_at: DateTime.fromISO(`${TOMORROW}T10:00`, { zone: "America/New_York" }).toUTC().toISO(),
    });
    await goTo(page, "Campaigns");
    await page.getByRole("row", { name: /^Tomorrow morning .* Begins / }).waitFor();
    await page.getByRole("link", { name: "Scheduled", exact: true }).click();
    await page.getByRole("link", { name: "Tomorrow morning" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    expect(await page.getByRole("dialog").getByLabel("Begins").inputValue()).toBe(`${TOMORROW}T10:00`);
    await page.getByRole("dialog").getByLabel("Begins").fill(`${TOMORROW}T11:00`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("note")
      .filter({ hasText: /^It begins .*\d\d:00/ })
      .waitFor();
    await seeing(page.getByText("A draft again: it does not begin by itself."), () =>
      page.getByRole("button", { name: "Unschedule" }).click(),
    );
    const id = readNumber(campaign, "id");
    expect(await client.get(`/campaigns/${id}`)).toMatchObject({
      state: "draft",
      starts_at: { local: `${TOMORROW}T11:00` },
    });
  });

  it.concurrent("says in German when a campaign begins and ends", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Erinnerung" }),
          makeList(client, 2),
        ]);
        const made = await client.post("/campaigns/create", {
          name: "Morgen früh",
          workflow_id: agentId,
          contact_list_id: listId,
          starts_at: { local: `${TOMORROW}T10:00` },
          ends_at: { local: `${TOMORROW}T12:00` },
          consent_attested: true,
        });
        await client.post(`/campaigns/${readNumber(made, "id")}/start`);
      },
    });
    const { page: german } = opened;
    await german.evaluate("localStorage.setItem('language', 'de')");
    await german.goto(`${rig().stack.running.addresses.console ?? ""}campaigns`);
    await german.getByRole("row", { name: /^Morgen früh .* Beginnt / }).waitFor();
    await german.getByRole("link", { name: "Morgen früh" }).click();
    await german
      .getByRole("note")
      .filter({ hasText: /^Sie beginnt / })
      .waitFor();
    await german.getByText(/auf ihrer eigenen Uhr angerufen/).waitFor();
    await german.getByText(/10:00, auf der Uhr der Angerufenen/).waitFor();
    await german.getByRole("button", { name: "Nicht mehr planen" }).waitFor();
    await expectFlawless(opened);
  });
};
