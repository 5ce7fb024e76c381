import {
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { failWhenStopped, type SoakPlace } from "./soak-place.ts";
import { describeCampaignWorkflow, describeUnfinishedCalls } from "./unfinished-calls.ts";

/** Imports a list, dials all of it, and reads what came of it. */
export const playSoakCampaign = async (place: SoakPlace, numbers: readonly string[]): Promise<void> => {
  const { client, importNumbers, createCampaign } = place.organization;
  const campaign_id = await createCampaign(await importNumbers(numbers), {
    max_concurrency: 10,
    retry_config: { max_retries: 1, retry_delay_seconds: 1 },
  });
  const params = { campaign_id };
  await client.call(startCampaignOperation, { params });
  await waitForEnd(place, campaign_id);
  await client.call(campaignSummaryOperation, { params });
  const report = await client.fetch(`/api/v1/campaigns/${campaign_id}/report`);
  if (!(await report.text()).includes(numbers[0] ?? "no number")) throw new Error("the report lacks a contact");
};

/** @throws with what the campaign, its calls and their workflows are at, when it does not end. */
const waitForEnd = async (place: SoakPlace, campaign_id: number): Promise<void> => {
  const { client, organizationId } = place.organization;
  const readProgress = async () => (await client.call(campaignProgressOperation, { params: { campaign_id } })).body;
  try {
    await waitUntil("the campaign has ended", async () => {
      failWhenStopped(place.stopping);
      return (await readProgress()).state === "completed";
    });
  } catch (error) {
    if (place.stopping.aborted) throw error;
    const campaign = { campaignId: campaign_id, organizationId };
    const evidence = [
      JSON.stringify(await readProgress()),
      await describeCampaignWorkflow(place.stack, campaign),
      ...(await describeUnfinishedCalls(place.stack, campaign)),
    ];
    throw new Error([error instanceof Error ? error.message : String(error), ...evidence].join("\n"));
  }
};
