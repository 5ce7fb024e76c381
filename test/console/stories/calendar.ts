import { expect, it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const PICTURES = process.env["CALENDAR_PICTURES"];
const HOUR_MS = 3_600_000;
/** Whatever date the browser's clock shows. */
const AROUND_TODAY = [-1, 0, 1].map((days) =>
  new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, "2026-12-25".length),
);

export const calendarStories = (rig: () => StoryRig): void => {
  it.concurrent("shows what is planned in a week and a month, and leads to its campaign", async () => {
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const { listId } = await makeList(client);
        const agent = await makeTalkingAgent(client, { name: "Reminders" });
        const campaign = await client.post("/campaigns/create", {
          name: "Tomorrow's visits",
          workflow_id: agent,
          contact_list_id: listId,
          consent_attested: true,
          schedule_config: {
            timezone: "America/New_York",
            slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
              day_of_week,
              start_time: "09:30",
              end_time: "17:00",
            })),
            holidays: AROUND_TODAY,
          },
          // Soon: it has to be in the week and in the month of today.
          starts_at: { at: new Date(Date.now() + HOUR_MS / 2).toISOString() },
        });
        await client.post(`/campaigns/${readNumber(campaign, "id")}/start`);
      },
    });
    const { page } = opened;
    const shoot = async (name: string) =>
      PICTURES && page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
    await goTo(page, "Calendar");
    const days = page.getByRole("list", { name: "Calendar" });
    const planned = days.getByRole("link", { name: /Tomorrow's visits begins/ });
    await planned.waitFor();
    await days.getByText("No calls · holiday").first().waitFor();
    const painted = days.getByRole("listitem").filter({ hasText: "No calls · holiday" }).first();
    expect(await painted.evaluate((cell) => cell.style.backgroundImage)).toContain("linear-gradient");
    await page.getByRole("button", { name: "Later" }).click();
    await days.getByText("09:30–17:00").nth(20).waitFor();
    await shoot("calendar-en");
    await expectFlawless(opened);
    await page.getByRole("button", { name: "Today" }).click();
    await planned.waitFor();
    await expectFlawless(opened);
    await page.getByRole("link", { name: "Week" }).click();
    await planned.waitFor();
    await page.getByRole("button", { name: "Later" }).click();
    await planned.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Today" }).click();
    await planned.click();
    await page.getByRole("heading", { level: 1, name: "Tomorrow's visits" }).waitFor();
    await page.evaluate(() => localStorage.setItem("language", "de"));
    await page.reload();
    await page.getByRole("link", { name: "Kalender" }).click();
    await page.getByRole("link", { name: /Tomorrow's visits beginnt/ }).waitFor();
    await page.getByText("Keine Anrufe · Feiertag").first().waitFor();
    await shoot("calendar-de");
    await opened.close();
  });
};
