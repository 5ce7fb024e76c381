import { recordVersionEnd } from "../../application/document/end-version.ts";
import { findDocument, markDeleted } from "../../infra/postgres/document/document.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { documentNotFound } from "./documents.errors.ts";
import type { documentParams } from "./documents.schemas.ts";
import { startDeletion } from "./start-deletion.ts";

/**
 * Deletes a document. The row is changed first, and readers no longer see it. Its workflow removes the rest; after a
 * crash between them maintenance starts it.
 */
export const deleteDocument = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof documentParams }>,
) => {
  const { organizationId } = context.actor;
  const actor = formatActor(context.actor);
  const deleted = await context.inOrganization(async (tx) => {
    const document = await findDocument(tx, params.document_uuid);
    const documentUuid = document?.document_uuid;
    const row = documentUuid && (await markDeleted(tx, { documentUuid, actor, at: context.clock.now() }));
    if (!row) throw documentNotFound();
    await recordVersionEnd(tx, row, `The document ${row.filename} was deleted`, actor);
    return row;
  });
  await startDeletion(context.temporal, { organizationId, documentUuid: deleted.document_uuid });
  return { success: true, message: "The document was deleted; everything indexed from it is being removed" };
};
