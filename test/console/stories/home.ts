import { it } from "@jest/globals";
import { numberOf } from "../../../infra/local/demo/demo-client.ts";
import { expectFlawless } from "./expectations.ts";
import { makeCampaign } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

/** More than a page of the API's list, and as many at a time as hurt nobody. */
const [NEWER, AT_ONCE] = [104, 8];

export const homeStories = (rig: () => StoryRig): void => {
  it("shows on its home what dials now, however many campaigns are newer", async () => {
    await rig().scriptCalls({ defaults: { weights: { answered: 1 }, talk: [{ waits_seconds: 600 }] } });
    let running = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const { campaignId, listId } = await makeCampaign(client, "Dials all day");
        await client.post(`/campaigns/${campaignId}/start`);
        running = campaignId;
        const agentId = numberOf(await client.get(`/campaigns/${campaignId}`), "workflow_id");
        const draft = { workflow_id: agentId, contact_list_id: listId, consent_attested: true };
        for (let made = 0; made < NEWER; made += AT_ONCE) {
          await Promise.all(
            Array.from({ length: AT_ONCE }, (_, index) =>
              client.post("/campaigns/create", { ...draft, name: `Later ${made + index}` }),
            ),
          );
        }
      },
    });
    await opened.page.getByRole("link", { name: "Dials all day" }).waitFor();
    await expectFlawless(opened);
    await opened.client.post(`/campaigns/${running}/pause`);
    await rig().endCalls();
    await opened.close();
  });
};
