import { forgetSpokenWords } from "../../application/conversation/spoken-words.ts";
import { FOLLOWED_UP_WITHIN_MS } from "../../domain/call/follow-up.rules.ts";
import { RUNS_OF_A_BATCH } from "../../domain/removal/removal.rules.ts";
import { forgetObject, listObjectsOfRuns } from "../../infra/postgres/privacy/objects.repository.ts";
import { askToRemoveRecordings } from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import {
  listRunsToRemove,
  lockRunsToRemove,
  type RunCursor,
  type RunPage,
  type RunToRemove,
  type SelectedRuns,
} from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { addRemoved } from "../../infra/postgres/removal/removals.repository.ts";
import { removeRunRows } from "../../infra/postgres/removal/remove-run-rows.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { buildRunWorkflowId } from "../../workflows/run-workflow.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

export type RemovalDependencies = Pick<
  WorkerDependencies,
  "database" | "objectStore" | "transcriptIndex" | "temporal" | "clock"
>;

/** Removes batches of a removal's runs; `more`: the time was over before they were. */
export const removeRuns = async (
  deps: RemovalDependencies,
  removal: Removal,
  untilMs: number,
): Promise<{ removed: number; more: boolean }> => {
  const { organization_id: organizationId, selection, up_to_run_id: upToRunId } = removal;
  const selected = { selection, upToRunId };
  let removed = 0;
  for (let after: RunCursor | null = null; ; ) {
    const page: RunPage = await readPage(deps, organizationId, { selected, after });
    removed += await removeBatch(deps, removal, await leaveOpen(deps, page.runs));
    if (page.runs.length < RUNS_OF_A_BATCH) return { removed, more: false };
    if (deps.clock.now().getTime() > untilMs) return { removed, more: true };
    after = page.next;
  }
};

const readPage = (
  { database }: RemovalDependencies,
  organizationId: number,
  { selected, after }: { selected: SelectedRuns; after: RunCursor | null },
): Promise<RunPage> =>
  database.inOrganization(organizationId, (tx) => listRunsToRemove(tx, selected, { after, limit: RUNS_OF_A_BATCH }));

/** Leaves the runs whose workflow still writes something. */
export const leaveOpen = async (
  { temporal, clock }: RemovalDependencies,
  runs: readonly RunToRemove[],
): Promise<RunToRemove[]> => {
  const recentMs = clock.now().getTime() - FOLLOWED_UP_WITHIN_MS;
  const open = await Promise.all(
    runs.map(async (run) => run.ended_at.getTime() > recentMs && (await isOpen(temporal, buildRunWorkflowId(run)))),
  );
  return runs.filter((_, place) => !open[place]);
};

/** Carriers are asked to remove what they have, files go first and words leave the index, then all rows of the runs in one transaction: a kill leaves rows, by which the rest is found. */
export const removeBatch = async (
  deps: RemovalDependencies,
  removal: Pick<Removal, "organization_id" | "uuid">,
  runs: readonly RunToRemove[],
): Promise<number> => {
  if (runs.length === 0) return 0;
  const { organization_id: organizationId, uuid } = removal;
  const runIds = runs.map(({ id }) => id);
  const files = await removeFiles(deps, organizationId, runIds);
  await forgetSpokenWords(deps, runs);
  return deps.database.inOrganization(organizationId, async (tx) => {
    const counts = await removeRunRows(tx, await lockRunsToRemove(tx, runIds));
    await addRemoved(tx, uuid, { ...counts, files });
    return counts["call_runs"] ?? 0;
  });
};

const removeFiles = async (
  { database, objectStore }: RemovalDependencies,
  organizationId: number,
  runIds: readonly number[],
): Promise<number> => {
  const objects = await database.inOrganization(organizationId, async (tx) => {
    await askToRemoveRecordings(tx, runIds);
    return listObjectsOfRuns(tx, runIds);
  });
  for (const { object_key: key } of objects) await objectStore.remove(key);
  if (objects.length > 0)
    await database.inOrganization(organizationId, async (tx) => {
      for (const { object_key: key } of objects) await forgetObject(tx, key);
    });
  return objects.length;
};
