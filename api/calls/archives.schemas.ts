import { z } from "zod";
import { nullableTime, optional, time } from "../http/fields.ts";
import { pageLimit } from "../http/pagination.ts";

export const archiveParams = z.object({ archive_id: z.uuid() });
export const archiveFileParams = archiveParams.extend({ file_id: z.coerce.number().int().positive() });

export const archivesQuery = z.object({
  cursor: optional(z.coerce.number().int().positive()),
  limit: pageLimit,
});

const archive = {
  archive_id: z.uuid(),
  day: z.iso.date(),
  state: z.enum(["running", "done"]).meta({ id: "ArchiveState" }),
  runs: z.number().int(),
  runs_removed: z.number().int(),
  file_count: z.number().int(),
  size_bytes: z.number().int(),
  created_at: time,
  finished_at: nullableTime,
};

const next = z
  .object({
    keep_runs_days: z.number().int(),
    archived_before: time,
    runs_due: z.number().int(),
    runs_due_within_week: z.number().int(),
  })
  .meta({ id: "NextArchives" });

export const archiveListAnswer = z
  .object({
    archives: z.array(z.object(archive).meta({ id: "Archive" })),
    next: next.nullable(),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: "ArchiveList" });

export const archiveAnswer = z
  .object({
    ...archive,
    files: z.array(
      z
        .object({
          file_id: z.number().int(),
          name: z.string(),
          rows: z.number().int(),
          size_bytes: z.number().int(),
          sha256: z.string(),
        })
        .meta({ id: "ArchiveFile" }),
    ),
  })
  .meta({ id: "WholeArchive" });

export const archiveFileAnswer = z
  .object({ url: z.url(), expires_at: time, name: z.string(), sha256: z.string() })
  .meta({ id: "ArchiveDownload" });
