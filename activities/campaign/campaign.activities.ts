import { Context } from "@temporalio/activity";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignActivities } from "../../workflows/campaign/campaign.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { applyCommand } from "./apply-command.ts";
import { assessCampaign } from "./assess-campaign.ts";
import { claimRuns } from "./claim-runs.ts";
import { commandByUpdate } from "./command-by-update.ts";
import { createRedial } from "./create-redial.ts";
import { readCampaign } from "./read-campaign.ts";
import { sealAtEnd } from "./seal-at-end.ts";
import { takeSnapshot } from "./take-snapshot.ts";

export const createCampaignActivities = (deps: WorkerDependencies): CampaignActivities => {
  const inCampaign = <T>(input: CampaignAddress, work: (tx: OrganizationTransaction) => Promise<T>): Promise<T> =>
    withHeartbeat(() => deps.database.inOrganization(input.organizationId, work));
  return {
    readCampaign: (input) => inCampaign(input, (tx) => readCampaign(tx, input)),
    applyCommand: (input) =>
      withHeartbeat(async () => {
        const reading = await applyCommand(deps, { ...input, commandKey: readActivityKey() });
        return sealAtEnd(deps, input.organizationId, reading);
      }),
    takeSnapshot: (input) =>
      inCampaign(input, async (tx) => {
        await takeSnapshot(tx, input, deps.clock.now());
        return readCampaign(tx, input);
      }),
    assess: (input) =>
      withHeartbeat(async () => sealAtEnd(deps, input.organizationId, await assessCampaign(deps, input))),
    redial: async (input) => {
      const result = await inCampaign(input, (tx) => createRedial(tx, { ...input, now: deps.clock.now() }));
      if (input.command.start) await startCampaign(deps, { ...input, campaignId: result.redialedCampaignId });
      return result;
    },
    logDecision: ({ event, message, actor, ...input }) =>
      inCampaign(input, (tx) =>
        logCampaign(
          tx,
          { id: input.campaignId, organization_id: input.organizationId },
          { level: "warning", event, message, actor },
        ),
      ),
    claimRuns: (input) => withHeartbeat(() => claimRuns(deps, input, Context.current().cancellationSignal)),
  };
};

/** Each try of an activity has the same. */
const readActivityKey = (): string => {
  const { workflowExecution, activityId } = Context.current().info;
  return `${workflowExecution?.runId}/${activityId}`;
};

const startCampaign = async (
  deps: WorkerDependencies,
  { organizationId, campaignId, actor }: CampaignAddress & { actor: string },
): Promise<void> => {
  const campaign = await deps.database.inOrganization(organizationId, (tx) => findCampaign(tx, campaignId));
  if (campaign) await commandByUpdate(deps, campaign, { command: "start", actor });
};
