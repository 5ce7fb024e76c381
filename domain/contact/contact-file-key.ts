import { buildKeyStem } from "../file/uploaded-file.ts";
import { CONTACT_FILE_TYPES } from "./contact-file-limits.ts";

/** Returns the storage key of an uploaded contact file: under its organization, with a name that needs no escaping. */
export const buildContactFileKey = (file: { organizationId: number; uuid: string; fileName: string }): string => {
  const extension = file.fileName.slice(file.fileName.lastIndexOf(".")).toLowerCase();
  const stem = buildKeyStem(file.fileName) || "contacts";
  return `org-${file.organizationId}/contacts/${file.uuid}/${stem}${extension}`;
};

/** Tells whether `buildContactFileKey` made this key for the organization; any other key counts as absent. */
export const isContactFileKey = (organizationId: number, key: string): boolean =>
  key.startsWith(`org-${organizationId}/contacts/`) && KEY.test(key);

const KEY = new RegExp(`^org-\\d+/contacts/[0-9a-f-]{36}/[\\w-]+\\.(${CONTACT_FILE_TYPES.join("|")})$`);

/** Tells whether the key names a workbook, which says itself how its text is encoded. */
export const isWorkbookKey = (key: string): boolean => key.endsWith(".xlsx");
