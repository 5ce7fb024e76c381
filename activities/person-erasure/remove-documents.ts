import { buildMentionPattern } from "../../domain/privacy/person.ts";
import { findDocument, markDeleted } from "../../infra/postgres/document/document.repository.ts";
import { listDocumentsNaming, listNamesOfDocuments } from "../../infra/postgres/privacy/find-person.repository.ts";
import { addToReceipt, keepDocuments } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import { DONE, type Erasure, type ErasureDependencies } from "./erasure.ts";

/**
 * Deletes the documents that name the person, by their own workflows; returns how many are not gone yet. They are remembered, because
 * one whose text is gone already names nobody, and its file may still be there.
 */
export const removeDocuments = async (deps: ErasureDependencies, erasure: Erasure) => {
  const { organizationId, uuid, person, row } = erasure;
  const pattern = buildMentionPattern(person.own);
  if (pattern === null) return DONE;
  const found = await deps.database.inOrganization(organizationId, async (tx) => {
    const naming = await listDocumentsNaming(tx, pattern);
    const all = [...new Set([...(row.found.documents ?? []), ...naming])];
    await keepDocuments(tx, uuid, all);
    const left = await listNamesOfDocuments(tx, all);
    return left.map(({ document_uuid }) => document_uuid);
  });
  for (const documentUuid of found) {
    await deps.database.inOrganization(organizationId, async (tx) => {
      const document = await findDocument(tx, documentUuid);
      if (!document) return;
      const deleted = await markDeleted(tx, { documentUuid, actor: row.actor, at: deps.clock.now() });
      if (deleted) await addToReceipt(tx, uuid, { place: "documents", count: 1 });
    });
    await startOnce(
      deps.temporal,
      documentDeletionContract.type,
      documentDeletionStartOptions({ organizationId, documentUuid }),
    );
  }
  return { left: found.length };
};
