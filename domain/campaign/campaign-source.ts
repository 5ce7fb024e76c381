/** Where the contacts of a campaign come from: a contact list, or a file that is imported for it alone. */
export const CAMPAIGN_SOURCES = ["contact_list", "csv"] as const;
export type CampaignSource = (typeof CAMPAIGN_SOURCES)[number];

interface NamedSource {
  contact_list_id?: number | undefined;
  source_type?: CampaignSource | undefined;
  /** Of a file its `object_store_key`, of a list its id as text. */
  source_id?: string | undefined;
  segment_id?: string | undefined;
}

interface SourceFault {
  field: keyof NamedSource;
  message: string;
}

/** Returns what is wrong with the source of a new campaign: it names either a list or a file, and not both. */
export const findSourceFaults = (source: NamedSource): SourceFault[] => {
  const { contact_list_id: listId, source_id: sourceId, source_type: type, segment_id: segmentId } = source;
  if (type === "csv") return findFileFaults({ listId, sourceId, segmentId });
  if (listId !== undefined)
    return sourceId === undefined || sourceId === String(listId)
      ? []
      : [{ field: "source_id", message: "Names another contact list" }];
  if (sourceId === undefined)
    return [{ field: "contact_list_id", message: "Give a contact list, or source_type csv with source_id" }];
  if (type === undefined)
    return [{ field: "source_type", message: "Send source_type with source_id: contact_list or csv" }];
  return /^[1-9]\d{0,14}$/.test(sourceId) ? [] : [{ field: "source_id", message: "Give the id of a contact list" }];
};

interface NamedFile {
  listId: number | undefined;
  sourceId: string | undefined;
  segmentId: string | undefined;
}

const findFileFaults = ({ listId, sourceId, segmentId }: NamedFile): SourceFault[] => {
  const faults: SourceFault[] = [];
  if (listId !== undefined)
    faults.push({ field: "contact_list_id", message: "Give a contact list or a file, not both" });
  if (sourceId === undefined)
    faults.push({ field: "source_id", message: "Give the object_store_key of the uploaded file" });
  if (segmentId !== undefined) faults.push({ field: "segment_id", message: FILE_HAS_NO_SEGMENTS });
  return faults;
};

export const FILE_HAS_NO_SEGMENTS = "A file has no segments: import it into a contact list, and call that";
