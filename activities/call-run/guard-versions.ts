import { findWorseVersion, type GuardVerdict, type VersionGuard } from "../../domain/campaign/version-guard.rules.ts";
import { listGoingOn, stopVersion, type VersionPlan } from "../../domain/campaign/version-plan.rules.ts";
import { findCampaign, lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { moveQueuedRuns } from "../../infra/postgres/campaign/version-plan.repository.ts";
import { countForGuard } from "../../infra/postgres/campaign/version-tallies.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  buildGuardLockKey,
  buildVersionsLockKey,
  lockExclusively,
  tryLockExclusively,
} from "../../infra/postgres/locks.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Stops the version of a campaign that is surely worse than the others. Its decision, the log, the timeline and the calls that
 * are not handed over yet are one transaction under the campaign's lock: a worker that dies leaves all of it or nothing, and the
 * next call's end decides again by the same figures. When another activity is deciding it returns at once.
 */
export const guardVersions = (
  { database, clock }: Pick<WorkerDependencies, "database" | "clock">,
  { organizationId, campaignId }: CampaignAddress,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const known = await findCampaign(tx, campaignId);
    if (!known?.version_plan || !known.version_guard) return;
    const judged = { campaignId, plan: known.version_plan, guard: known.version_guard };
    if ((await judge(tx, judged)) === null) return;
    if (await tryLockExclusively(tx, buildGuardLockKey(campaignId))) await stopWorse(tx, campaignId, clock.now());
  });

interface Judged {
  campaignId: number;
  plan: VersionPlan;
  guard: VersionGuard;
}

/** Versions that were stopped before are out of the comparison: the others are compared with one another. */
const judge = async (
  tx: OrganizationTransaction,
  { campaignId, plan, guard }: Judged,
): Promise<GuardVerdict | null> => {
  const goingOn = { ...plan, versions: listGoingOn(plan) };
  if (goingOn.versions.length < 2) return null;
  return findWorseVersion(await countForGuard(tx, { campaignId, plan: goingOn, metric: guard.metric }), guard);
};

const stopWorse = async (tx: OrganizationTransaction, campaignId: number, now: Date): Promise<void> => {
  const campaign = await lockCampaign(tx, campaignId);
  await lockExclusively(tx, buildVersionsLockKey(campaignId));
  if (!campaign?.version_plan || !campaign.version_guard) return;
  const { version_plan: before, version_guard: guard } = campaign;
  const verdict = await judge(tx, { campaignId, plan: before, guard });
  if (verdict === null) return;
  const plan = stopVersion(before, verdict, { metric: guard.metric, now });
  await tx.updateTable("campaigns").set({ version_plan: plan }).where("id", "=", campaignId).execute();
  await moveQueuedRuns(tx, { campaignId, plan });
  await recordDecision(tx, campaign, {
    level: "warning",
    event: "version_stopped",
    message: describeStop(verdict, guard),
    actor: "system",
    details: describeFigures(verdict, guard),
  });
};

const describeStop = ({ version, people, hits, othersPeople, othersHits }: GuardVerdict, guard: VersionGuard): string =>
  `Version ${version} was stopped by the guard: ${guard.metric} was ${hits} of ${people} with it and ${othersHits} of ${othersPeople} with the others`;

const describeFigures = (verdict: GuardVerdict, guard: VersionGuard) => ({
  version: verdict.version,
  ...guard,
  people: verdict.people,
  hits: verdict.hits,
  others_people: verdict.othersPeople,
  others_hits: verdict.othersHits,
  evidence: verdict.evidence,
  needed: verdict.needed,
});
