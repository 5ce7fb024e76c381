import type { z } from "zod";
import { recordVersionEnd } from "../../application/document/end-version.ts";
import { requestSource } from "../../application/document/request-source.ts";
import { nameSource } from "../../domain/document/document-source.ts";
import { chooseMimeType, findDocumentType } from "../../domain/document/document-type.ts";
import { USUAL_RETRIEVAL_MODE } from "../../domain/document/retrieval-mode.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { findDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { startProcessing } from "../start-processing.ts";
import { chooseReaders } from "./choose-readers.ts";
import {
  addressAndKey,
  addressRefused,
  documentDeleted,
  documentNotFound,
  noAddress,
  overLimit,
  uploadWaits,
} from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { processBody } from "./documents.schemas.ts";

type Body = z.output<typeof processBody>;

/** Returns the address that is to be read, the document's own where neither it nor a file is named; null: a file is. */
export const chooseSource = async (context: OperationContext, body: Body): Promise<string | null> => {
  const namesFile = body.object_store_key !== undefined || body.s3_key !== undefined;
  if (namesFile && body.source_url !== undefined) throw addressAndKey();
  const url = body.source_url ?? (namesFile ? null : await findOwnSource(context, body.document_uuid));
  if (url === null && body.refresh_every_hours !== undefined) throw noAddress();
  const fault = url === null ? null : context.guardedRequests.urlFault(url);
  if (fault !== null) throw addressRefused(fault);
  return url;
};

const findOwnSource = (context: OperationContext, documentUuid: string): Promise<string | null> =>
  context.inOrganization(async (tx) => (await findDocument(tx, documentUuid))?.source_url ?? null);

/** Has an address read by the workflow. A crash before it starts leaves the row, from which maintenance starts it. */
export const processSource = async (context: OperationContext, body: Body, url: string) => {
  const { organizationId } = context.actor;
  const document = await context.inOrganization((tx) => request(context, tx, { body, url }));
  await startProcessing(context.temporal, { organizationId, documentUuid: document.row.document_uuid });
  return presentDocument(document);
};

const request = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { body, url }: { body: Body; url: string },
) => {
  const { organizationId, userId } = context.actor;
  const present = await findDocument(tx, body.document_uuid);
  if (present?.state === "uploading") throw uploadWaits();
  const filename = nameSource(url);
  const type = findDocumentType(filename);
  const asked = await requestSource(tx, {
    organizationId,
    documentUuid: body.document_uuid,
    url,
    refreshEveryHours: body.refresh_every_hours ?? keptInterval(present, url),
    filename,
    mimeType: type ? chooseMimeType(type) : "text/html",
    createdBy: userId,
    settings: {
      ...(await chooseReaders(tx, body, present)),
      file_folder_id: body.file_folder_id ?? present?.file_folder_id ?? null,
      retrieval_mode: body.retrieval_mode ?? present?.retrieval_mode ?? USUAL_RETRIEVAL_MODE,
    },
  });
  if (asked.kind === "over_limit") throw overLimit(asked.what);
  if (asked.kind === "deleted") throw documentDeleted();
  const summary = `The address of the document ${asked.document.filename} is to be read`;
  await recordVersionEnd(tx, asked.document, summary, formatActor(context.actor));
  const [known] = await readKnownDocuments(tx, [asked.document]);
  if (!known) throw documentNotFound();
  return known;
};

const keptInterval = (present: Document | undefined, url: string): number | null =>
  present?.source_url === url ? present.refresh_every_hours : null;
