/** The file of an export is kept so long, and then removed. */
export const EXPORT_KEPT_HOURS = 72;
/** A link to it opens it for so long. */
export const EXPORT_LINK_SECONDS = 300;

/** Where the file of an export stands in the object store. */
export const buildExportKey = ({ organizationId, uuid }: { organizationId: number; uuid: string }): string =>
  `org-${organizationId}/people-exports/${uuid}.zip`;
