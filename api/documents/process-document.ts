import type { z } from "zod";
import { findDocumentType, chooseMimeType } from "../../domain/document/document-type.ts";
import { isDocumentKey } from "../../domain/document/document-key.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import { recordVersionEnd } from "../../infra/postgres/document/end-version.ts";
import { type DocumentSettings, requestVersion } from "../../infra/postgres/document/request-version.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import {
  agentMissing,
  documentDeleted,
  documentNotFound,
  channelMissing,
  keyMissing,
  notOfScope,
  overLimit,
} from "./documents.errors.ts";
import { channelNotFound } from "../channels/channels.errors.ts";
import { presentDocument } from "./documents.presenter.ts";
import type { processBody } from "./documents.schemas.ts";
import { startProcessing } from "./start-processing.ts";
import { requireKnownAgent } from "../require-agent.ts";

type Body = z.output<typeof processBody>;

/**
 * Queues a version, then starts the workflow. Both are idempotent: the same file finds the existing version. A crash
 * between them leaves a queued version, which this request repeated or maintenance starts. The workflow reads the file:
 * it detects content that another document has, and fails the version with a sentence where the file is missing or the
 * key is not the document's.
 */
export const processDocument = async (context: OperationContext, { body }: { body: Body }) => {
  const { organizationId, userId } = context.actor;
  const objectKey = body.object_store_key ?? body.s3_key;
  if (!objectKey) throw keyMissing();
  const documentUuid = body.document_uuid;
  const file = { objectKey, ...(await describeFile(context, { documentUuid, objectKey })) };
  const known = await context.inOrganization(async (tx) => {
    const settings = await checkScope(tx, body);
    const named = await nameOf(tx, { documentUuid, objectKey });
    const request = { organizationId, documentUuid, ...named, createdBy: userId, settings, file };
    const asked = await requestVersion(tx, request);
    if (asked.kind === "over_limit") throw overLimit(asked.what);
    if (asked.kind === "deleted") throw documentDeleted();
    if (asked.kind === "queued") {
      const summary = `Version ${asked.document.latest_version} of the document ${named.filename} is to be read`;
      await recordVersionEnd(tx, asked.document, summary, formatActor(context.actor));
    }
    const [document] = await readKnownDocuments(tx, [asked.document]);
    if (!document) throw documentNotFound();
    return document;
  });
  const { row } = known;
  if (row.state === "queued")
    await startProcessing(context.temporal, { organizationId, documentUuid: row.document_uuid });
  return presentDocument(known);
};

/** Returns size and ETag of the file, if it is the document's own; never reads another one. */
const describeFile = async (
  { actor, objectStore }: OperationContext,
  { documentUuid, objectKey }: { documentUuid: string; objectKey: string },
): Promise<{ bytes: number; etag: string | null }> => {
  const nothing = { bytes: 0, etag: null };
  if (!isDocumentKey({ organizationId: actor.organizationId, documentUuid }, objectKey)) return nothing;
  return (await objectStore.describe(objectKey)) ?? nothing;
};

const checkScope = async (tx: OrganizationTransaction, body: Body): Promise<DocumentSettings> => {
  const { scope, folder_id, workflow_id } = body;
  if (scope === "channel" && !folder_id) throw channelMissing();
  if (scope === "agent" && !workflow_id) throw agentMissing();
  if (scope !== "channel" && folder_id !== undefined) throw notOfScope("folder_id", scope);
  if (scope !== "agent" && workflow_id !== undefined) throw notOfScope("workflow_id", scope);
  if (folder_id !== undefined) {
    const channel = await tx.selectFrom("folders").select("id").where("id", "=", folder_id).executeTakeFirst();
    if (!channel) throw channelNotFound();
  }
  if (workflow_id !== undefined) await requireKnownAgent(tx, workflow_id);
  return {
    scope,
    folder_id: folder_id ?? null,
    agent_id: workflow_id ?? null,
    file_folder_id: body.file_folder_id ?? null,
    retrieval_mode: body.retrieval_mode,
  };
};

/** Returns the name from the upload; without an upload, from the key. */
const nameOf = async (
  tx: OrganizationTransaction,
  { documentUuid, objectKey }: { documentUuid: string; objectKey: string },
): Promise<{ filename: string; mimeType: string }> => {
  const asked = await tx
    .selectFrom("documents")
    .select(["filename", "mime_type"])
    .where("document_uuid", "=", documentUuid)
    .executeTakeFirst();
  if (asked) return { filename: asked.filename, mimeType: asked.mime_type };
  const filename = objectKey.slice(objectKey.lastIndexOf("/") + 1);
  const type = findDocumentType(filename);
  return { filename, mimeType: type ? chooseMimeType(type) : "application/octet-stream" };
};
