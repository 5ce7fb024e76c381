import { syncSchedule } from "../../application/campaign/recurrence-schedule.ts";
import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignOccurrenceActivities } from "../../workflows/campaign/campaign-occurrence.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { commandByUpdate } from "./command-by-update.ts";
import { makeOccurrence } from "./make-occurrence.ts";

const PLATFORM = "system";

export const createCampaignOccurrenceActivities = (deps: WorkerDependencies): CampaignOccurrenceActivities => {
  const find = (organizationId: number, id: number) =>
    deps.database.inOrganization(organizationId, (tx) => findCampaign(tx, id));
  return {
    makeOccurrence: ({ organizationId, campaignId, atMs, seenAtMs = atMs }) =>
      withHeartbeat(async () => {
        const now = deps.clock.now();
        const child = await deps.database.inOrganization(organizationId, (tx) =>
          makeOccurrence(tx, { campaignId, atMs, seenAtMs, now }),
        );
        if (!child) await forgetFormerSchedule(deps, { organizationId, campaignId });
        if (child?.state === "draft") await commandByUpdate(deps, child, { command: "start", actor: PLATFORM });
        return { childId: child?.id ?? null };
      }),
    isOccurrenceOver: ({ organizationId, childId }) =>
      withHeartbeat(async () => {
        const child = await find(organizationId, childId);
        return !child || isCampaignOver(child.state) || child.state === "failed";
      }),
    stopOccurrence: ({ organizationId, childId }) =>
      withHeartbeat(async () => {
        const child = await find(organizationId, childId);
        if (!child || isCampaignOver(child.state)) return;
        if (child.state === "running") await commandByUpdate(deps, child, { command: "pause", actor: PLATFORM });
        await commandByUpdate(deps, child, { command: "cancel", actor: PLATFORM });
      }),
  };
};

/** Deletes a schedule whose campaign is active no more, or gone: the request that ended it could not reach Temporal. */
const forgetFormerSchedule = async (
  { database, temporal, clock }: WorkerDependencies,
  { organizationId, campaignId }: CampaignAddress,
): Promise<void> => {
  const parent = await database.inOrganization(organizationId, (tx) => findCampaign(tx, campaignId));
  const gone = { id: campaignId, organization_id: organizationId, state: "canceled", recurrence: null } as const;
  await syncSchedule(temporal, parent ?? gone, clock.now());
};
