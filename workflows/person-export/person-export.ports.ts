import type { PersonExportInput } from "./person-export.contract.ts";

export type ExportEnd = "done" | "canceled";

/** May run twice: the file is written again under the same key. */
export interface PersonExportActivities {
  writeExport(input: PersonExportInput): Promise<ExportEnd>;
}
