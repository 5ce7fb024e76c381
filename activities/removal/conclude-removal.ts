import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { endRemoval } from "../../infra/postgres/removal/removals.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { RemovalInput } from "../../workflows/removal/removal.contract.ts";
import type { RemovalDependencies } from "./remove-runs.ts";

/** Ends the removal once: the record says that rows are gone, so that nobody wonders where calls of the record are. */
export const concludeRemoval = (
  { database }: Pick<RemovalDependencies, "database">,
  { organizationId, removalUuid }: RemovalInput,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const ended = await endRemoval(tx, removalUuid);
    if (!ended) return;
    const { actor, runs_removed: runs, campaign_id: campaign } = ended;
    await appendEntry(tx, {
      organizationId,
      kind: "runs.removed",
      actor,
      facts: { removal: removalUuid, runs, campaign },
    });
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor,
      summary: `${runs} calls were removed`,
      payload: { event: "runs_removed", removal_id: removalUuid, runs },
    });
  });
