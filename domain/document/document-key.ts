import { buildKeyStem } from "../file/uploaded-file.ts";

/**
 * Returns the storage key of a document's file: under its organization and document, with a name that needs no
 * escaping.
 */
export const buildDocumentKey = (file: { organizationId: number; documentUuid: string; filename: string }): string => {
  const extension = file.filename
    .slice(file.filename.lastIndexOf("."))
    .toLowerCase()
    .replaceAll(/[^\w.]/g, "");
  const stem = buildKeyStem(file.filename) || "document";
  return `org-${file.organizationId}/documents/${file.documentUuid}/${stem}${extension}`;
};

/** Returns the storage key of the file of one version, where each has a file of the same name. */
export const buildVersionKey = (
  file: { organizationId: number; documentUuid: string; filename: string },
  version: number,
): string => {
  const key = buildDocumentKey(file);
  const name = key.lastIndexOf("/") + 1;
  return `${key.slice(0, name)}v${version}/${key.slice(name)}`;
};

/** Tells whether `buildDocumentKey` or `buildVersionKey` made this key for a document of the organization; any other key counts as absent. */
export const isDocumentKey = (organizationId: number, key: string): boolean =>
  key.startsWith(`org-${organizationId}/documents/`) &&
  /^org-\d+\/documents\/[0-9a-f-]{36}\/(v\d+\/)?[\w-]+\.\w{2,8}$/.test(key);

/** The fault of a version whose key names no file that it may be read from. */
export const NOT_UPLOADED_HERE =
  "This storage key is none that your organization uploaded to and has not processed: ask for an upload URL and upload the file.";
