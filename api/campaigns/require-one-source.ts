import type { z } from "zod";

interface Source {
  contact_list_id?: number | undefined;
  source_type?: string | undefined;
  source_id?: string | undefined;
  segment_id?: string | undefined;
}

/** Requires either a list or a file, and not both. */
export const requireOneSource = (source: Source, context: z.RefinementCtx): void => {
  const fault = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  const { contact_list_id: listId, source_id: sourceId, source_type: type, segment_id: segmentId } = source;
  if (type === "csv") {
    if (listId !== undefined) fault("contact_list_id", "Give a contact list or a file, not both");
    if (sourceId === undefined) fault("source_id", "Give the object_store_key of the uploaded file");
    if (segmentId !== undefined)
      fault("segment_id", "A file has no segments: import it into a contact list, and call that");
  } else if (listId !== undefined) {
    if (sourceId !== undefined && sourceId !== String(listId)) fault("source_id", "Names another contact list");
  } else if (sourceId === undefined) {
    fault("contact_list_id", "Give a contact list, or source_type csv with source_id");
  } else if (type === undefined) {
    fault("source_type", "Send source_type with source_id: contact_list or csv");
  } else if (!/^[1-9]\d{0,14}$/.test(sourceId)) {
    fault("source_id", "Give the id of a contact list");
  }
};
