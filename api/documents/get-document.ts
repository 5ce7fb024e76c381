import { findDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { documentNotFound } from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { documentParams } from "./documents.schemas.ts";

export const getDocument = (context: OperationContext, { params }: OperationInput<{ params: typeof documentParams }>) =>
  context.inOrganization(async (tx) => {
    const row = await findDocument(tx, params.document_uuid);
    const [known] = row ? await readKnownDocuments(tx, [row]) : [];
    if (!known) throw documentNotFound();
    return presentDocument(known);
  });
