import { it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import { goTo, inTurn, seeing, type StoryRig } from "./rig.ts";

export const redialStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "says before a redial how many contacts it dials",
    inTurn(async () => {
      await rig().scriptCalls({ defaults: { ring_seconds: 0, weights: { busy: 1 } } });
      const opened = await rig().openAsOwner({
        rows: async (client) => {
          const [agentId, { listId }] = await Promise.all([
            makeTalkingAgent(client, { name: "Reminder" }),
            makeList(client),
          ]);
          const campaign = await client.post("/campaigns/create", {
            name: "Nobody was free",
            workflow_id: agentId,
            contact_list_id: listId,
            retry_config: { enabled: false },
            consent_attested: true,
          });
          await client.post(`/campaigns/${readNumber(campaign, "id")}/start`);
        },
      });
      const { page } = opened;
      await goTo(page, "Campaigns");
      await page.getByRole("link", { name: "Nobody was free" }).click();
      await page.getByRole("status").getByText("Over").waitFor();
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Redial those not reached" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Dials 24 contacts").waitFor();
      await expectFlawless(opened);
      await dialog.getByRole("checkbox", { name: "Busy" }).click();
      await dialog.getByText("Dials 0 contacts").waitFor();
      await dialog.getByRole("checkbox", { name: "Busy" }).click();
      await seeing(page.getByText("The redial campaign is made"), () =>
        dialog.getByRole("button", { name: "Redial those not reached" }).click(),
      );
      await opened.close();
    }),
  );
};
