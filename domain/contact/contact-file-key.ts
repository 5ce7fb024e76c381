const MAX_NAME_LENGTH = 100;

/** Returns the storage key of an uploaded contact file: under its organization, with a name that needs no escaping. */
export const buildContactFileKey = (file: { organizationId: number; uuid: string; fileName: string }): string => {
  const dot = file.fileName.lastIndexOf(".");
  const extension = file.fileName.slice(dot).toLowerCase();
  const stem = file.fileName.slice(0, dot);
  const safe =
    stem
      .replaceAll(/[^\w-]+/g, "_")
      .replaceAll(/^_+|_+$/g, "")
      .slice(0, MAX_NAME_LENGTH) || "contacts";
  return `org-${file.organizationId}/contacts/${file.uuid}/${safe}${extension}`;
};

/** Tells whether `buildContactFileKey` made `key` for this organization; any other key does not exist for it. */
export const isContactFileKey = (organizationId: number, key: string): boolean =>
  key.startsWith(`org-${organizationId}/contacts/`) &&
  /^org-\d+\/contacts\/[0-9a-f-]{36}\/[\w-]+\.(csv|xlsx)$/.test(key);
