import { defineOperation } from "../http/operation.ts";
import { downloadArchiveFile, getArchive, listArchives } from "./archives.reads.ts";
import {
  archiveAnswer,
  archiveFileAnswer,
  archiveFileParams,
  archiveListAnswer,
  archiveParams,
  archivesQuery,
} from "./archives.schemas.ts";

const reading = { area: "Calls", method: "get", permission: "admin", sandbox: "refused" } as const;

export const listArchivesOperation = defineOperation({
  ...reading,
  id: "calls.archives.list",
  path: "/calls/archives",
  summary: "Days of calls that were archived, newest first, and what is due next",
  query: archivesQuery,
  success: { status: 200, description: "A page of archives", body: archiveListAnswer },
  run: listArchives,
});

export const getArchiveOperation = defineOperation({
  ...reading,
  id: "calls.archives.get",
  path: "/calls/archives/{archive_id}",
  summary: "An archive with its files and their checksums",
  params: archiveParams,
  success: { status: 200, description: "The archive", body: archiveAnswer },
  errors: { 404: "No such archive in the organization" },
  run: getArchive,
});

export const downloadArchiveFileOperation = defineOperation({
  ...reading,
  id: "calls.archives.download",
  path: "/calls/archives/{archive_id}/files/{file_id}",
  summary: "A link to a file of an archive, which works for five minutes",
  params: archiveFileParams,
  success: { status: 200, description: "The link", body: archiveFileAnswer },
  errors: { 404: "No such archive or file in the organization" },
  run: downloadArchiveFile,
});

export const archivesOperations = [listArchivesOperation, getArchiveOperation, downloadArchiveFileOperation];
