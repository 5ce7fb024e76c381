import type { DocumentType } from "../../domain/document/document-type.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { DocumentVersion } from "../../infra/postgres/document/document-version.entity.ts";

/** Stores type and content hash of a version's file. Another document of the same content stays a document of its own. */
export const recordContent = async (
  tx: OrganizationTransaction,
  version: Pick<DocumentVersion, "id">,
  file: { type: DocumentType; hash: Buffer },
): Promise<void> => {
  await tx
    .updateTable("document_versions")
    .set({ document_type: file.type, file_hash: file.hash })
    .where("id", "=", version.id)
    .execute();
};
