import { it } from "@jest/globals";
import { numberOf } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, type OwnersPage, seeing, type StoryRig } from "./rig.ts";

/** Calls last until they are hung up, however long the story takes. */
const PATIENT = { max_user_idle_timeout: 600, max_call_duration: 1_200 };

export const watchingStories = (rig: () => StoryRig): void => {
  it("shows what was done in another tab, a call as it is spoken, and what it missed while it was offline", async () => {
    const talk = [{ says: "Hello?" }, { says: "One moment, please." }, { waits_seconds: 3_600 }];
    await rig().scriptCalls({ defaults: { ring_seconds: 0, weights: { answered: 1 }, talk } });
    let campaignId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Reminder", configurations: PATIENT }),
          makeList(client),
        ]);
        const campaign = await client.post("/campaigns/create", {
          name: "Watched twice",
          workflow_id: agentId,
          contact_list_id: listId,
          max_concurrency: 1,
          consent_attested: true,
        });
        campaignId = numberOf(campaign, "id");
        await client.post(`/campaigns/${campaignId}/start`);
      },
    });
    const { page, context } = opened;
    await goTo(page, "Campaigns");
    await page.getByRole("link", { name: "Watched twice" }).click();
    await page.getByRole("status").getByText("Live").waitFor();
    await page.getByRole("cell", { name: "In call" }).first().waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await seeing(page.getByText("Paused. Nothing more is dialled; calls under way finish."), () =>
      page.getByRole("button", { name: "Pause", exact: true }).click(),
    );
    await other.bringToFront();
    await other.getByRole("button", { name: "Resume" }).waitFor();
    await goTo(other, "Calls");
    await other
      .getByRole("row", { name: /In call/ })
      .getByRole("link")
      .click();
    // The words are shown while the call goes on.
    const words = other.getByRole("listitem");
    await words.getByText("Hello, how can I help you?").first().waitFor();
    await words.getByText("One moment, please.").first().waitFor();
    await other.getByRole("button", { name: "Hang up" }).click();
    await other.getByRole("button", { name: "Hang up" }).waitFor({ state: "hidden" });
    await page.bringToFront();
    await loseNetwork(opened, () => opened.client.post(`/campaigns/${campaignId}/resume`));
    await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
    await page.getByRole("status").getByText("Live").waitFor();
    await expectFlawless(opened);
    await opened.client.post(`/campaigns/${campaignId}/pause`);
    await opened.close();
  });
};

/** The browser has no network while something is done elsewhere; the page says so as long as that lasts. */
const loseNetwork = async ({ page, context }: OwnersPage, meanwhile: () => Promise<unknown>): Promise<void> => {
  const offline = page.getByRole("status").getByText("This browser is offline.");
  await context.setOffline(true);
  await offline.waitFor();
  await meanwhile();
  await context.setOffline(false);
  await offline.waitFor({ state: "hidden" });
};
