import { it } from "@jest/globals";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeList, makeTalkingAgent, talkingDefinition } from "./made-organization.ts";
import { goTo, inTurn, type StoryRig } from "./rig.ts";

const PEOPLE = 24;

export const byVersionStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "shows two versions of an agent side by side, each figure with its interval and its calls",
    inTurn(async () => {
      await rig().scriptCalls({ speed: 20, defaults: { ring_seconds: 0, weights: { answered: 1 } } });
      const opened = await rig().openAsOwner({ rows: startSplitCampaign });
      const { page } = opened;
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Side by side" }).click();
      await page.getByRole("status").getByText("Over").waitFor();
      const card = page.getByRole("region", { name: "Versions side by side" });
      const rows = card.getByRole("row", { name: /^Version \d 50% of contacts \d+ 100% \(.+ to 100%\)/ });
      await rows.nth(1).waitFor();
      // The card is counted anew after the campaign is over.
      const calls = await waitUntil("each of the calls is counted with a version", async () => {
        const counted = await Promise.all((await rows.all()).map((row) => row.getByRole("cell").nth(1).innerText()));
        return counted.map(Number).reduce((sum, each) => sum + each, 0) === PEOPLE && counted;
      });
      await page.getByText("Not rehearsed", { exact: true }).waitFor();
      await expectFlawless(opened);
      await expectToFitTelephone(page);
      await card.getByRole("link", { name: "Version 2" }).click();
      await page.getByRole("heading", { name: new RegExp(`^${calls[1]} calls?$`) }).waitFor();
      await opened.close();
    }),
  );
};

const startSplitCampaign = async (client: DemoClient): Promise<void> => {
  const [agentId, { listId }] = await Promise.all([
    makeTalkingAgent(client, { name: "Reminder" }),
    makeList(client, PEOPLE),
  ]);
  await client.put(`/workflows/${agentId}`, { definition: talkingDefinition({ greeting: "Good day, it is Mira." }) });
  await client.post(`/workflows/${agentId}/publish`);
  const campaign = await client.post("/campaigns/create", {
    name: "Side by side",
    workflow_id: agentId,
    contact_list_id: listId,
    versions: [
      { version: 1, weight: 1 },
      { version: 2, weight: 1 },
    ],
    retry_config: { enabled: false },
    consent_attested: true,
  });
  await client.post(`/campaigns/${readNumber(campaign, "id")}/start`);
};
