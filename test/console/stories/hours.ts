import { it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { importFile } from "../../../infra/local/demo/import-file.ts";
import { expectFlawless } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

/** Somebody whose clock is three hours behind the viewer's. */
const IN_LOS_ANGELES = Buffer.from("phone_number,name\n+13105550110,Ada Example\n");

/** An hour of a day that is neither today nor tomorrow, wherever on earth. */
const inThreeDays = () => ({
  day_of_week: (new Date().getUTCDay() + 2) % 7,
  start_time: "09:00",
  end_time: "10:00",
});

/** Half past ten on a Monday in New York. */
const MONDAY = new Date("2026-07-06T14:30:00Z");
const MONDAYS = [
  { day_of_week: 0, start_time: "09:00", end_time: "12:00" },
  { day_of_week: 0, start_time: "13:00", end_time: "18:30" },
];

export const hoursStories = (rig: () => StoryRig): void => {
  it.concurrent("says until when a campaign waits, and shows today's hours with the present time", async () => {
    let openId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Reminder" }),
          importFile(client, { list: "West", name: "west.csv", file: IN_LOS_ANGELES }),
        ]);
        const make = async (name: string, slots: readonly object[]) => {
          const schedule_config = { timezone: "America/New_York", slots };
          const campaign = { name, workflow_id: agentId, contact_list_id: listId, schedule_config };
          return readNumber(await client.post("/campaigns/create", { ...campaign, consent_attested: true }), "id");
        };
        await client.post(`/campaigns/${await make("Closed now", [inThreeDays()])}/start`);
        openId = await make("On Mondays", MONDAYS);
      },
    });
    const { page } = opened;
    const underWay = page.getByRole("region", { name: /^Campaigns under way/ });
    await underWay.getByText(/^Waits until/).waitFor();
    await underWay.getByRole("link", { name: /^0 of 1/ }).waitFor();
    await goTo(page, "Campaigns");
    // Nine in Los Angeles is noon for the viewer.
    await page.getByRole("row", { name: /^Closed now .*Waits until \w+ \d+, 12:00/ }).waitFor();
    await page.getByRole("link", { name: "Closed now" }).click();
    const why = page.getByRole("note").filter({ hasText: /Nothing is dialled before \w+\s\d+,\s12:00/ });
    await why.getByText("The calling hours of the people who are left to call are closed").waitFor();
    const today = page.getByRole("region", { name: "Calling hours today" });
    await today.getByText(/^Today no calls; it is \d\d:\d\d$/).waitFor();
    await expectFlawless(opened);
    await page.clock.install({ time: MONDAY });
    await page.goto(`${rig().stack.running.addresses.console ?? ""}campaigns/${openId}`);
    await today.getByText("Today 09:00 to 12:00, 13:00 to 18:30; it is 10:30").waitFor();
    // Time goes on where nothing else changes.
    await page.clock.fastForward("02:00:00");
    await today.getByText("it is 12:30").waitFor();
    await opened.close();
  });
};
