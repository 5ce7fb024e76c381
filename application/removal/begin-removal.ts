import type { RunsToRemove } from "../../domain/removal/removal.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countSelectedRuns, findNewestRunId } from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { insertRemoval } from "../../infra/postgres/removal/removals.repository.ts";

export interface AskedRemoval {
  organizationId: number;
  /** Of the request: a repeat finds the removal that it began. */
  uuid: string;
  campaignId: number | null;
  selection: RunsToRemove;
  actor: string;
}

/** Writes a removal of the runs that are there now; its workflow does the rest, and maintenance starts one that is lost. */
export const beginRemoval = async (
  tx: OrganizationTransaction,
  asked: AskedRemoval,
): Promise<{ removal: Removal; isNew: boolean }> => {
  const upToRunId = await findNewestRunId(tx);
  const { runs } = await countSelectedRuns(tx, { selection: asked.selection, upToRunId });
  return insertRemoval(tx, { ...asked, upToRunId, runs });
};
