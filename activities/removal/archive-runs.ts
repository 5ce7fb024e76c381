import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { RUNS_OF_A_PART, writeExactCsv } from "../../domain/removal/archive.rules.ts";
import { RUNS_OF_A_BATCH } from "../../domain/removal/removal.rules.ts";
import { readArchivedRows } from "../../infra/postgres/removal/archived-rows.ts";
import {
  countParts,
  listArchiveFiles,
  listRunsLeft,
  notePart,
} from "../../infra/postgres/removal/archives.repository.ts";
import { listRunsToRemove } from "../../infra/postgres/removal/removable-runs.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { findRemoval } from "../../infra/postgres/removal/removals.repository.ts";
import type { RemovalStep } from "../../workflows/removal/removal.ports.ts";
import { leaveOpen, type RemovalDependencies, removeBatch } from "./remove-runs.ts";

const GZIP = "application/gzip";
const KEY_DIGITS = 16;

/**
 * Archives the runs of a day part by part. A part is written, noted with its runs, and then exactly these are removed before the next
 * is written: a kill in between loses nothing, and archives nothing twice.
 */
export const archiveRuns = async (
  deps: RemovalDependencies,
  removal: Removal,
  untilMs: number,
): Promise<RemovalStep> => {
  let removed = 0;
  for (;;) {
    const part = await removePart(deps, removal);
    removed += part.removed;
    if (part.left > 0) return { removed, more: false, waiting: part.left };
    if (deps.clock.now().getTime() > untilMs) return { removed, more: true, waiting: 0 };
    if ((await writePart(deps, removal)) === 0) return { removed, more: false, waiting: 0 };
  }
};

/** Removes the runs of the part that was written last. */
const removePart = async (deps: RemovalDependencies, removal: Removal): Promise<{ removed: number; left: number }> => {
  const { organization_id: organizationId, uuid } = removal;
  const row = await deps.database.inOrganization(organizationId, (tx) => findRemoval(tx, uuid));
  const ids = row?.part_run_ids ?? [];
  let removed = 0;
  for (let at = 0; at < ids.length; at += RUNS_OF_A_BATCH) {
    const selected = { selection: { runIds: ids.slice(at, at + RUNS_OF_A_BATCH) }, upToRunId: removal.up_to_run_id };
    const { runs } = await deps.database.inOrganization(organizationId, (tx) =>
      listRunsToRemove(tx, selected, { after: null, limit: RUNS_OF_A_BATCH }),
    );
    removed += await removeBatch(deps, removal, runs);
  }
  if (ids.length === 0) return { removed, left: 0 };
  const left = await deps.database.inOrganization(organizationId, async (tx) => {
    const there = await listRunsLeft(tx, ids);
    await notePart(tx, removal, { files: [], runIds: there });
    return there.length;
  });
  return { removed, left };
};

/** Returns how many runs are in the part; 0: there are no more. */
const writePart = async (deps: RemovalDependencies, removal: Removal): Promise<number> => {
  const { organization_id: organizationId, selection, up_to_run_id: upToRunId } = removal;
  const { runs: listed } = await deps.database.inOrganization(organizationId, (tx) =>
    listRunsToRemove(tx, { selection, upToRunId }, { after: null, limit: RUNS_OF_A_PART }),
  );
  const runIds = (await leaveOpen(deps, listed)).map(({ id }) => id);
  if (runIds.length === 0) return 0;
  const { part, files } = await deps.database.inOrganization(organizationId, async (tx) => ({
    part: (await countParts(tx, removal.id)) + 1,
    files: await readArchivedRows(tx, runIds),
  }));
  const stored: StoredFile[] = [];
  for (const { name, columns, rows } of files)
    stored.push({
      ...(await putFile(deps, removal, {
        part,
        name: `${name}-${String(part).padStart(4, "0")}.csv.gz`,
        content: gzipSync(writeExactCsv(columns, rows)),
        contentType: GZIP,
      })),
      rows: rows.length,
    });
  await deps.database.inOrganization(organizationId, (tx) => notePart(tx, removal, { files: stored, runIds }));
  return runIds.length;
};

type StoredFile = Awaited<ReturnType<typeof putFile>> & { rows: number };

interface FileToPut {
  part: number;
  name: string;
  content: Buffer;
  contentType: string;
}

const putFile = async (
  { objectStore }: RemovalDependencies,
  { id, organization_id, uuid, selection }: Removal,
  { part, name, content, contentType }: FileToPut,
) => {
  const day = selection.from?.slice(0, "2026-11-29".length) ?? "";
  const sha256 = createHash("sha256").update(content).digest("hex");
  // An attempt that was given up on and still runs never writes over what another one has noted.
  const object_key = `org-${organization_id}/archives/${day}/${uuid}/${sha256.slice(0, KEY_DIGITS)}/${name}`;
  await objectStore.put(object_key, content, contentType);
  return {
    organization_id,
    removal_id: id,
    part,
    name,
    object_key,
    size_bytes: content.length,
    sha256,
  };
};

/** Writes the list of an archive's files with their checksums, once all are there. A repetition writes the same. */
export const writeManifest = async (deps: RemovalDependencies, removal: Removal): Promise<void> => {
  const { organization_id: organizationId, selection, runs_removed: runs } = removal;
  const files = (await deps.database.inOrganization(organizationId, (tx) => listArchiveFiles(tx, removal.id))).filter(
    ({ part }) => part > 0,
  );
  const manifest = {
    format: "ringdown archive 1",
    organization_id: organizationId,
    from: selection.from,
    to: selection.to,
    runs,
    files: files.map(({ name, rows, size_bytes, sha256 }) => ({ name, rows, size_bytes, sha256 })),
    proofs:
      "record_entries of runs are indexes of the organization's signed record: /record/entries, /record/tile, /record/checkpoint",
  };
  const stored = await putFile(deps, removal, {
    part: 0,
    name: "manifest.json",
    content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    contentType: "application/json",
  });
  await deps.database.inOrganization(organizationId, async (tx) => {
    await tx.deleteFrom("archive_files").where("removal_id", "=", removal.id).where("part", "=", 0).execute();
    await tx
      .insertInto("archive_files")
      .values({ ...stored, rows: runs })
      .execute();
  });
};
