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

/** Tells whether `buildDocumentKey` made this key for the document; any other key counts as absent. */
export const isDocumentKey = (document: { organizationId: number; documentUuid: string }, key: string): boolean =>
  key.startsWith(`org-${document.organizationId}/documents/${document.documentUuid}/`) &&
  /^org-\d+\/documents\/[0-9a-f-]{36}\/(v\d+\/)?[\w-]+\.\w{2,8}$/.test(key);
