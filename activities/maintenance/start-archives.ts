import { randomUUID } from "node:crypto";
import { computeKeptFromMs, readDay } from "../../domain/removal/archive.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { insertArchive, listOrganizationsToArchive } from "../../infra/postgres/removal/archives.repository.ts";
import { countSelectedRuns, findNewestRunId, listRunsToRemove } from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { removalContract, removalStartOptions } from "../../workflows/removal/removal.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type ArchiveDependencies = Pick<WorkerDependencies, "database" | "temporal" | "clock" | "keepRunsDays">;

/** Begins to archive the oldest day of each organization that keeps its runs no longer; a day at a time. It is no repair: returns 0. */
export const startArchives = async ({
  database,
  temporal,
  clock,
  keepRunsDays,
}: ArchiveDependencies): Promise<number> => {
  for (const { organizationId, keepDays } of await listOrganizationsToArchive(database, keepRunsDays ?? null)) {
    const keptFromMs = computeKeptFromMs(clock.now().getTime(), keepDays);
    const archive = await database.inOrganization(organizationId, (tx) => beginDay(tx, organizationId, keptFromMs));
    if (archive)
      await startOnce(
        temporal,
        removalContract.type,
        removalStartOptions({ organizationId, removalUuid: archive.uuid }),
      );
  }
  return 0;
};

/** Writes the archive of the oldest day that has a run to remove. */
const beginDay = async (
  tx: OrganizationTransaction,
  organizationId: number,
  keptFromMs: number,
): Promise<Removal | undefined> => {
  const upToRunId = await findNewestRunId(tx);
  const tooOld = { selection: { to: new Date(keptFromMs).toISOString() }, upToRunId };
  const {
    runs: [oldest],
  } = await listRunsToRemove(tx, tooOld, { after: null, limit: 1 });
  if (!oldest) return undefined;
  const { day, from, to } = readDay(oldest.created_at.getTime());
  const { runs } = await countSelectedRuns(tx, { selection: { from, to }, upToRunId });
  return insertArchive(tx, {
    organization_id: organizationId,
    uuid: randomUUID(),
    selection: { from, to },
    up_to_run_id: upToRunId,
    runs,
    archived_day: day,
  });
};
