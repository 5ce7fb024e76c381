import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { endRemoval, findRemoval } from "../../infra/postgres/removal/removals.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { RemovalInput } from "../../workflows/removal/removal.contract.ts";
import { writeManifest } from "./archive-runs.ts";
import type { RemovalDependencies } from "./remove-runs.ts";

/** Ends the removal once: the record says that rows are gone, so that nobody wonders where calls of the record are. */
export const concludeRemoval = async (
  deps: RemovalDependencies,
  { organizationId, removalUuid }: RemovalInput,
): Promise<void> => {
  const removal = await deps.database.inOrganization(organizationId, (tx) => findRemoval(tx, removalUuid));
  if (!removal || removal.state === "done") return;
  if (removal.archived_day !== null) await writeManifest(deps, removal);
  await deps.database.inOrganization(organizationId, async (tx) => {
    const ended = await endRemoval(tx, removalUuid);
    if (ended) await tellOf(tx, ended);
  });
};

const tellOf = async (
  tx: OrganizationTransaction,
  { organization_id: organizationId, uuid, actor, runs_removed: runs, campaign_id: campaign, archived_day }: Removal,
): Promise<void> => {
  await appendEntry(tx, {
    organizationId,
    kind: "runs.removed",
    actor,
    facts: { removal: uuid, runs, campaign },
  });
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor,
    summary: archived_day === null ? `${runs} calls were removed` : `${runs} calls were archived and removed`,
    payload: { event: "runs_removed", removal_id: uuid, runs },
  });
};
