import { type FollowOptions, follow } from "./follow.ts";
import type { ContactsArea } from "./generated/areas.ts";
import type { Answer, Input } from "./inputs.ts";
import type { Settings } from "./settings.ts";
import { type NamedFile, nameAndBlob, sendFile } from "./upload.ts";

type ContactImport = Answer<"GET /contact-lists/{contact_list_id}/imports/{import_id}">;
type ImportBody = Input<"POST /contact-lists/{contact_list_id}/import">;

/** How the rows are read, as `contacts.import` takes it, and how the import is followed. */
export type ImportFileOptions = Omit<ImportBody, "contact_list_id" | "object_store_key"> & FollowOptions<ContactImport>;

/** What the client adds to the operations of contacts. */
export interface ContactFiles {
  /**
   * Uploads a file of contacts (.csv or .xlsx), imports it into a list and returns the import when it has ended, with its counts
   * and the address of the refused rows. Throws a ProcessingFailedError where the file could not be read.
   */
  importFile(contactListId: number, file: NamedFile, options?: ImportFileOptions): Promise<ContactImport>;
}

const TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

export const createContactFiles = (contacts: ContactsArea, settings: Settings): ContactFiles => ({
  importFile: async (contactListId, file, { onProgress, signal, ...body } = {}) => {
    const call = signal ? { signal } : {};
    const { name, blob } = nameAndBlob(file, TYPES);
    const upload = await contacts.uploadUrl({ file_name: name, file_size: blob.size, content_type: blob.type }, call);
    await sendFile(
      { url: upload.upload_url, method: "PUT", headers: upload.headers, body: blob },
      { settings, signal },
    );
    const at = { contact_list_id: contactListId };
    const { import_id } = await contacts.import({ ...at, ...body, object_store_key: upload.object_store_key }, call);
    return follow(() => contacts.imports.get({ ...at, import_id }, call), {
      isOver: ({ status }) => status === "completed" || status === "failed",
      failureOf: ({ status, error }) => (status === "failed" ? (error ?? "The import failed") : null),
      onProgress,
      signal,
    });
  },
});
