import { isDeepStrictEqual } from "node:util";
import { expect, it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, seeing, type StoryRig } from "./rig.ts";

const EVENING = { day_of_week: 0, start_time: "18:00", end_time: "24:00" };
const BREAKER = { failure_threshold: 0.25, window_seconds: 300, min_calls_in_window: 20 };
const HOLIDAYS = { holidays: ["2027-01-01"], holiday_calendar: "US" };

export const campaignSettingsStories = (rig: () => StoryRig): void => {
  it.concurrent("changes a campaign's settings, keeps what the form does not show, and says that a campaign waits for its budget", async () => {
    let campaignId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Reminder" }),
          makeList(client, 1),
        ]);
        const campaign = await client.post("/campaigns/create", {
          name: "Evenings",
          workflow_id: agentId,
          contact_list_id: listId,
          schedule_config: { timezone: "America/New_York", slots: [EVENING], ...HOLIDAYS },
          circuit_breaker: BREAKER,
        });
        campaignId = readNumber(campaign, "id");
        await client.post("/campaigns/create", { name: "Any time", workflow_id: agentId, contact_list_id: listId });
        await client.put("/organizations/preferences", { timezone: "Europe/Berlin" });
        const poor = await client.post("/campaigns/create", {
          name: "Without money",
          workflow_id: agentId,
          contact_list_id: listId,
          budget: { total_minor: 1, currency: "USD" },
          consent_attested: true,
        });
        await client.post(`/campaigns/${readNumber(poor, "id")}/start`);
      },
    });
    const { page, client } = opened;
    const dialog = page.getByRole("dialog");
    await goTo(page, "Campaigns");
    await page
      .getByRole("row", { name: /^Without money The campaign's budget is USD 0\.01.* Waits for its budget/ })
      .waitFor();
    await page.getByRole("link", { name: "Without money" }).click();
    const reason = page.getByRole("note").filter({ hasText: "A budget keeps it from dialling" });
    await reason.getByText("The campaign's budget is USD 0.01").waitFor();
    await expectFlawless(opened);
    await reason.getByRole("link", { name: "Look at the budgets" }).click();
    await page.getByRole("heading", { name: "Usage and budget", level: 1 }).waitFor();
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Evenings" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByText("25% or more of at least 20 calls within 5 min.").waitFor();
    await dialog.getByLabel("Name").fill("Monday evenings");
    await dialog.getByRole("button", { name: "Tuesday" }).click();
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Monday evenings", level: 1 }).waitFor();
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({
      schedule_config: {
        timezone: "America/New_York",
        slots: [EVENING, { ...EVENING, day_of_week: 1 }],
        ...HOLIDAYS,
      },
      circuit_breaker: BREAKER,
    });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByRole("switch", { name: "Calling hours of its own" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    // Switched off they are still there.
    const off = { enabled: false, slots: [EVENING, { ...EVENING, day_of_week: 1 }], ...HOLIDAYS };
    await waitUntil("the hours are switched off", async () => {
      const { schedule_config: schedule } = await client.get(`/campaigns/${campaignId}`);
      return isDeepStrictEqual(schedule, { ...off, timezone: "America/New_York" });
    });
    // Canceling asks first, and is for good.
    const asked = page.getByRole("alertdialog", { name: "Cancel Monday evenings?" });
    const cancel = async () => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Cancel the campaign" }).click();
      await asked.waitFor();
    };
    await cancel();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "hidden" });
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ state: "draft" });
    await cancel();
    await seeing(page.getByText("Canceled for good."), () =>
      asked.getByRole("button", { name: "Cancel it for good" }).click(),
    );
    expect(await client.get(`/campaigns/${campaignId}`)).toMatchObject({ state: "canceled" });
    // Hours that a campaign is given now begin in the organization's zone.
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Any time" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change the settings" }).click();
    await dialog.getByRole("switch", { name: "Calling hours of its own" }).click();
    expect(await dialog.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
    // Whoever makes a campaign is told the bounds that the API gives to one that says none.
    const bounds = await dialog.getByText(/ or more of at least /).innerText();
    await page.reload();
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "New campaign" }).click();
    await page.getByLabel("Name").fill("Bounds");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(bounds, { exact: true }).waitFor();
    await opened.close();
  });
};
