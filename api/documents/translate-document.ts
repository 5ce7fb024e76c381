import { recordVersionEnd } from "../../application/document/end-version.ts";
import { buildDocumentKey } from "../../domain/document/document-key.ts";
import { chooseMimeType } from "../../domain/document/document-type.ts";
import { nameTranslation } from "../../domain/document/translation/translated-document.ts";
import { findDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import { requestTranslation } from "../../infra/postgres/document/translation.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { documentNotFound, notTranslatable, overLimit } from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { documentParams, translateBody } from "./documents.schemas.ts";
import { startTranslation } from "./start-translation.ts";

/**
 * Creates the translation's document with the source's text, then starts the workflow that replaces it part by part. A
 * crash between them leaves a waiting translation, which maintenance starts.
 */
export const translateDocument = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof documentParams; body: typeof translateBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const documentUuid = context.requestUuid();
  const known = await context.inOrganization(async (tx) => {
    const source = await findDocument(tx, params.document_uuid);
    if (!source) throw documentNotFound();
    const filename = nameTranslation(source.filename, {
      filename: body.filename,
      targetLanguage: body.target_language,
    });
    const asked = await requestTranslation(tx, {
      source,
      documentUuid,
      filename,
      mimeType: chooseMimeType("md"),
      objectKey: buildDocumentKey({ organizationId, documentUuid, filename }),
      targetLanguage: body.target_language,
      createdBy: userId,
    });
    if (asked.kind === "not_readable") throw notTranslatable();
    if (asked.kind === "over_limit") throw overLimit(asked.what);
    if (asked.kind === "queued") {
      const summary = `The document ${source.filename} is to be translated into ${body.target_language}`;
      await recordVersionEnd(tx, asked.document, summary, formatActor(context.actor));
    }
    const [document] = await readKnownDocuments(tx, [asked.document]);
    if (!document) throw documentNotFound();
    return document;
  });
  if (known.row.state === "queued") await startTranslation(context.temporal, { organizationId, documentUuid });
  return presentDocument(known);
};
