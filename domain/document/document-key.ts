const MAX_NAME_LENGTH = 100;

/**
 * Returns the storage key of a document's file: under its organization and document, with a name that needs no
 * escaping.
 */
export const buildDocumentKey = (file: { organizationId: number; documentUuid: string; filename: string }): string => {
  const dot = file.filename.lastIndexOf(".");
  const extension = file.filename
    .slice(dot)
    .toLowerCase()
    .replaceAll(/[^\w.]/g, "");
  const safe =
    file.filename
      .slice(0, dot)
      .replaceAll(/[^\w-]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, MAX_NAME_LENGTH) || "document";
  return `org-${file.organizationId}/documents/${file.documentUuid}/${safe}${extension}`;
};

/** Tells whether `buildDocumentKey` made `key` for this document; any other key does not exist for it. */
export const isDocumentKey = (document: { organizationId: number; documentUuid: string }, key: string): boolean =>
  key.startsWith(`org-${document.organizationId}/documents/${document.documentUuid}/`) &&
  /^org-\d+\/documents\/[0-9a-f-]{36}\/(v\d+\/)?[\w-]+\.\w{2,8}$/.test(key);
