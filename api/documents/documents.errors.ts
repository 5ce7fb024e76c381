import { conflict, HttpError, invalidField, notFound, tooManyRequests } from "../http/http-error.ts";

export const documentNotFound = () => notFound("Document");

export const wrongMimeType = (filename: string) =>
  invalidField(["mime_type"], `This is not the type of a file named ${filename}`);
export const keyMissing = () =>
  invalidField(["object_store_key"], "Is missing: this document has no file yet that could be read again", "missing");
export const otherEnding = (ending: string) =>
  invalidField(
    ["filename"],
    `Must end in ${ending}, because the ending says how the file is read; upload another type as a next version`,
  );
export const addressRefused = (fault: string) => invalidField(["source_url"], fault);
export const addressAndKey = () =>
  invalidField(["source_url"], "A document is read from an uploaded file or from an address: send one of them");
export const uploadWaits = () =>
  invalidField(["source_url"], "A file was uploaded for this document: process it, or choose another document_uuid");
export const noAddress = () =>
  invalidField(["refresh_every_hours"], "This document has no address that could be read again: send source_url too");
export const channelMissing = () => invalidField(["folder_id"], "scope=channel needs the channel", "missing");
export const agentMissing = () => invalidField(["workflow_id"], "scope=agent needs the agent", "missing");
/** The fault of a field that belongs to another scope than the requested one. */
export const notOfScope = (field: "folder_id" | "workflow_id", scope: string) =>
  invalidField(
    [field],
    `A document of scope=${scope} has none: send scope=${field === "folder_id" ? "channel" : "agent"} with it, or leave it out`,
  );
export const noEncoding = () =>
  invalidField(["encoding"], "Only texts have an encoding (html, md, txt, csv, json): leave it out for this file");
export const documentDeleted = () =>
  conflict("document_deleted", "This document was deleted; ask for a new upload URL");

export const notTranslatable = () =>
  conflict("document_not_readable", "This document cannot be read yet; translate it once it is ready");

const LIMITS = {
  bytes: "The storage of your plan is full: delete documents, or have its limit raised",
  documents: "Your plan allows no more documents: delete some, or have its limit raised",
  chunks: "Your plan allows no more passages: delete documents, or have its limit raised",
};
export const tooManyUploads = (most: number) =>
  tooManyRequests(
    `${most} uploads of your organization wait: process them, or wait an hour until they are removed`,
    60,
  );
export const overLimit = (what: keyof typeof LIMITS) => new HttpError(402, "knowledge_limit", LIMITS[what]);
