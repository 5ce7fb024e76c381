import type { z } from "zod";
import { failVersion, recordVersionEnd } from "../../application/document/end-version.ts";
import { requestVersion } from "../../application/document/request-version.ts";
import { NOT_UPLOADED_HERE } from "../../domain/document/document-key.ts";
import { chooseMimeType, findDocumentType, hasEncoding } from "../../domain/document/document-type.ts";
import { USUAL_RETRIEVAL_MODE } from "../../domain/document/retrieval-mode.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { findDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import { claimUpload, findNamedFile, type NamedFile } from "../../infra/postgres/document/named-file.ts";
import { forgetSource } from "../../infra/postgres/document/source.repository.ts";
import { lockUsage } from "../../infra/postgres/document/usage.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { startProcessing } from "../start-processing.ts";
import { chooseReaders } from "./choose-readers.ts";
import { documentDeleted, documentNotFound, keyMissing, noEncoding, overLimit } from "./documents.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { processBody } from "./documents.schemas.ts";
import { chooseSource, processSource } from "./process-source.ts";

type Body = z.output<typeof processBody>;

/** The file to read; `fault`: why it cannot be read. */
interface FileToRead {
  named: NamedFile;
  file: { objectKey: string; bytes: number; etag: string | null };
  fault: string | null;
}

/**
 * Queues a version, then starts the workflow. Both are idempotent: the same file finds the existing version. A crash
 * between them leaves a queued version, which this request repeated or maintenance starts. A key that the organization
 * has not uploaded to fails the version with a sentence.
 */
export const processDocument = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof processBody }>,
) => {
  const { organizationId } = context.actor;
  const source = await chooseSource(context, body);
  if (source !== null) return processSource(context, body, source);
  const found = await findFile(context, body);
  const known = await context.inOrganization((tx) => queueVersion(context, tx, { body, ...found }));
  const { row } = known;
  if (row.state === "queued")
    await startProcessing(context.temporal, { organizationId, documentUuid: row.document_uuid });
  return presentDocument(known);
};

const findFile = async (context: OperationContext, body: Body): Promise<FileToRead> => {
  const objectKey = body.object_store_key ?? body.s3_key;
  const named = await context.inOrganization(async (tx) => {
    const found = await findNamedFile(tx, { documentUuid: body.document_uuid, objectKey });
    if (found?.kind === "unknown" && objectKey === undefined) throw keyMissing();
    return found;
  });
  if (!named) throw keyMissing();
  if (named.kind === "unknown") {
    return { named, file: { objectKey: "", bytes: 0, etag: null }, fault: NOT_UPLOADED_HERE };
  }
  for (const key of named.keys) {
    const stored = await context.objectStore.describe(key);
    if (stored) return { named, file: { objectKey: key, ...stored }, fault: null };
  }
  return { named, file: { objectKey: named.keys[0] ?? "", bytes: 0, etag: null }, fault: null };
};

const queueVersion = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { body, named, file, fault }: FileToRead & OperationInput<{ body: typeof processBody }>,
) => {
  const { organizationId, userId } = context.actor;
  const documentUuid = body.document_uuid;
  await lockUsage(tx, organizationId);
  const present = await findDocument(tx, documentUuid);
  const settings = {
    ...(await chooseReaders(tx, body, present)),
    file_folder_id: body.file_folder_id ?? present?.file_folder_id ?? null,
    retrieval_mode: body.retrieval_mode ?? present?.retrieval_mode ?? USUAL_RETRIEVAL_MODE,
  };
  const name = nameOf(body, named, present);
  const { encoding = null } = body;
  if (encoding !== null && !hasEncoding(name.filename)) throw noEncoding();
  if (named.kind === "upload") await claimUpload(tx, { documentUuid, upload: named.upload });
  const isAnew = body.object_store_key === undefined && body.s3_key === undefined && named.kind === "own";
  const asked = await requestVersion(tx, {
    organizationId,
    documentUuid,
    ...name,
    createdBy: userId,
    settings,
    file: { ...file, encoding },
    isAnew,
  });
  if (asked.kind === "over_limit") throw overLimit(asked.what);
  if (asked.kind === "deleted") throw documentDeleted();
  if (!isAnew) await forgetSource(tx, documentUuid);
  if (asked.kind === "queued") {
    const summary = `Version ${asked.document.latest_version} of the document ${name.filename} is to be read`;
    await recordVersionEnd(tx, asked.document, summary, formatActor(context.actor));
    const { latest_version: version } = asked.document;
    if (fault) await failVersion(tx, { documentUuid, version, error: fault, at: context.clock.now() });
  }
  const document = await findDocument(tx, documentUuid);
  const [known] = document ? await readKnownDocuments(tx, [document]) : [];
  if (!known) throw documentNotFound();
  return known;
};

/** Returns the name of the upload; without one the document's own, or for an unknown key its end. */
const nameOf = (
  { object_store_key, s3_key }: Body,
  named: NamedFile,
  present: Document | undefined,
): { filename: string; mimeType: string } => {
  const known = named.kind === "upload" ? named.upload : present;
  if (known) return { filename: known.filename, mimeType: known.mime_type };
  const key = object_store_key ?? s3_key ?? "";
  const filename = key.slice(key.lastIndexOf("/") + 1);
  const type = findDocumentType(filename);
  return { filename, mimeType: type ? chooseMimeType(type) : "application/octet-stream" };
};
