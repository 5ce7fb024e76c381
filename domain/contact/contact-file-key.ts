import { buildKeyStem } from "../file/uploaded-file.ts";

/** A contact file can be uploaded for this long after its address was asked for. */
export const CONTACT_FILE_URL_SECONDS = 900;
/** A file that no import has taken is removed after four such times, so that a late upload can still be imported. */
export const UNUSED_FILE_KEPT_SECONDS = 4 * CONTACT_FILE_URL_SECONDS;
export const ERROR_FILES_KEPT_DAYS = 30;

/** Returns the storage key of an uploaded contact file: under its organization, with a name that needs no escaping. */
export const buildContactFileKey = (file: { organizationId: number; uuid: string; fileName: string }): string => {
  const extension = file.fileName.slice(file.fileName.lastIndexOf(".")).toLowerCase();
  const stem = buildKeyStem(file.fileName) || "contacts";
  return `org-${file.organizationId}/contacts/${file.uuid}/${stem}${extension}`;
};

/** Tells whether `buildContactFileKey` made this key for the organization; any other key counts as absent. */
export const isContactFileKey = (organizationId: number, key: string): boolean =>
  key.startsWith(`org-${organizationId}/contacts/`) &&
  /^org-\d+\/contacts\/[0-9a-f-]{36}\/[\w-]+\.(csv|xlsx)$/.test(key);

/** Tells whether the key names a workbook, which says itself how its text is encoded. */
export const isWorkbookKey = (key: string): boolean => key.endsWith(".xlsx");
