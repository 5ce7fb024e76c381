import { ARCHIVE_LINK_SECONDS, computeKeptFromMs } from "../../domain/removal/archive.rules.ts";
import { decideKeptFor } from "../../domain/removal/retention.rules.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  countRunsBefore,
  findArchive,
  findArchiveFile,
  type ListedArchive,
  listArchiveFiles,
  listArchives as listRows,
} from "../../infra/postgres/removal/archives.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { archiveFileParams, archiveParams, archivesQuery } from "./archives.schemas.ts";
import { archiveFileNotFound, archiveNotFound } from "./calls.errors.ts";

/** Lists archives, newest first, and says what is due next. */
export const listArchives = (context: OperationContext, { query }: OperationInput<{ query: typeof archivesQuery }>) =>
  context.inOrganization(async (tx) => {
    const { cursor: beforeId, limit } = query;
    const rows = await listRows(tx, { beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      archives: page.map(presentArchive),
      next: await readNext(context, tx),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

const WEEK_DAYS = 7;

const readNext = async ({ config, clock }: OperationContext, tx: OrganizationTransaction) => {
  const settings = await tx
    .selectFrom("organizations")
    .select(["retention", "retention_days", "keep_runs_days"])
    .executeTakeFirstOrThrow();
  const kept = decideKeptFor("runs", settings, config.KEEP_RUNS_DAYS);
  if (kept === null) return null;
  const { days } = kept;
  const keptFromMs = computeKeptFromMs(clock.now().getTime(), days);
  return {
    keep_runs_days: days,
    archived_before: new Date(keptFromMs),
    runs_due: await countRunsBefore(tx, new Date(keptFromMs)),
    runs_due_within_week: await countRunsBefore(tx, new Date(keptFromMs + WEEK_DAYS * DAY_MS)),
  };
};

const presentArchive = (row: ListedArchive) => ({
  archive_id: row.uuid,
  day: row.day,
  state: row.state,
  runs: row.runs,
  runs_removed: row.runs_removed,
  file_count: row.files,
  size_bytes: row.size_bytes,
  created_at: row.created_at,
  finished_at: row.finished_at,
});

/** Returns an archive with its files. */
export const getArchive = (context: OperationContext, { params }: OperationInput<{ params: typeof archiveParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findArchive(tx, params.archive_id);
    if (!row) throw archiveNotFound();
    const files = await listArchiveFiles(tx, row.id);
    return {
      ...presentArchive(row),
      files: files.map(({ id, name, rows, size_bytes, sha256 }) => ({ file_id: id, name, rows, size_bytes, sha256 })),
    };
  });

/** Signs a link to a file of an archive. */
export const downloadArchiveFile = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof archiveFileParams }>,
) => {
  const asked = { archiveUuid: params.archive_id, fileId: params.file_id };
  const file = await context.inOrganization((tx) => findArchiveFile(tx, asked));
  if (!file) throw archiveFileNotFound();
  const filename = `${file.archived_day ?? "archive"}-${file.name}`;
  return {
    url: await context.objectStore.signDownload(file.object_key, ARCHIVE_LINK_SECONDS, { filename }),
    expires_at: new Date(context.clock.now().getTime() + ARCHIVE_LINK_SECONDS * 1000),
    name: file.name,
    sha256: file.sha256,
  };
};
