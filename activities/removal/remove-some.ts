import { ROWS_OF_A_BATCH, STEP_MS } from "../../domain/removal/removal.rules.ts";
import { countSelectedRuns } from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { addRemoved, findRemoval, noteWaiting } from "../../infra/postgres/removal/removals.repository.ts";
import { removeCampaignPart } from "../../infra/postgres/removal/remove-campaign-rows.ts";
import type { RemovalInput } from "../../workflows/removal/removal.contract.ts";
import type { RemovalStep } from "../../workflows/removal/removal.ports.ts";
import { archiveRuns } from "./archive-runs.ts";
import { type RemovalDependencies, removeRuns } from "./remove-runs.ts";

const NOTHING_LEFT: RemovalStep = { removed: 0, more: false, waiting: 0 };

/** Removes what can be removed now, for some seconds. */
export const removeSome = async (
  deps: RemovalDependencies,
  { organizationId, removalUuid }: RemovalInput,
): Promise<RemovalStep> => {
  const { database } = deps;
  const removal = await database.inOrganization(organizationId, (tx) => findRemoval(tx, removalUuid));
  if (!removal || removal.state === "done") return NOTHING_LEFT;
  const untilMs = deps.clock.now().getTime() + STEP_MS;
  if (removal.archived_day !== null) return archiveRuns(deps, removal, untilMs);
  const { removed, more } = await removeRuns(deps, removal, untilMs);
  const waiting = more ? 0 : await noteRunsLeft(deps, removal);
  if (more || waiting > 0 || removal.campaign_id === null) return { removed, more, waiting };
  return { removed, more: await removeCampaign(deps, { removal, untilMs }), waiting };
};

const noteRunsLeft = ({ database }: RemovalDependencies, removal: Removal): Promise<number> =>
  database.inOrganization(removal.organization_id, async (tx) => {
    const { runs } = await countSelectedRuns(tx, {
      selection: removal.selection,
      upToRunId: removal.up_to_run_id,
    });
    await noteWaiting(tx, removal.uuid, runs);
    return runs;
  });

/** Returns whether something is left. */
const removeCampaign = async (
  { database, clock }: RemovalDependencies,
  { removal, untilMs }: { removal: Removal; untilMs: number },
): Promise<boolean> => {
  const campaignId = removal.campaign_id ?? 0;
  for (;;) {
    const counts = await database.inOrganization(removal.organization_id, async (tx) => {
      const part = await removeCampaignPart(tx, campaignId, ROWS_OF_A_BATCH);
      await addRemoved(tx, removal.uuid, part);
      return part;
    });
    if (Object.values(counts).every((count) => count === 0)) return false;
    if (clock.now().getTime() > untilMs) return true;
  }
};
