import { WithStartWorkflowOperation } from "@temporalio/client";
import type { CampaignCommandName } from "../../domain/campaign/campaign-states.rules.ts";
import {
  type CampaignToStart,
  campaignContract,
  campaignStartOptions,
  commandUpdates,
} from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Starts a campaign's workflow with a command, or sends the command to the running one. */
export const commandByUpdate = async (
  { temporal }: Pick<WorkerDependencies, "temporal">,
  campaign: CampaignToStart,
  { command, actor }: { command: CampaignCommandName; actor: string },
): Promise<void> => {
  await temporal.workflow.executeUpdateWithStart(commandUpdates[command], {
    args: [{ actor }],
    startWorkflowOperation: new WithStartWorkflowOperation(campaignContract.type, campaignStartOptions(campaign)),
  });
};
