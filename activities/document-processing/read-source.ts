import { createHash } from "node:crypto";
import { Context } from "@temporalio/activity";
import { endUnchanged, failSource, queueSource } from "../../application/document/end-source-reading.ts";
import { buildVersionKey } from "../../domain/document/document-key.ts";
import { nameAsType, SOURCE_TRIES } from "../../domain/document/document-source.ts";
import { chooseMimeType } from "../../domain/document/document-type.ts";
import { type FetchedSource, fetchSource, SourceError } from "../../infra/document-source/fetch-source.ts";
import type { DueSource } from "../../infra/postgres/document/source.repository.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { DocumentDependencies } from "./step.ts";

const FULL = {
  bytes: "the storage of your plan is full",
  documents: "your plan allows no more documents",
  chunks: "your plan allows no more passages",
};

/**
 * Reads the document's address. The answer becomes the next version, unless it equals the file that the newest version was read
 * from; why it could not be read is kept with the document. An address that does not answer is asked again first.
 */
export const readSource = (deps: DocumentDependencies, due: DueSource): Promise<void> =>
  withHeartbeat(async () => {
    const { organization_id: organizationId } = due.document;
    try {
      const fetched = await fetchSource(deps.guardedRequests, due.url);
      const hash = createHash("sha256").update(fetched.content).digest();
      if (due.hash?.equals(hash)) await deps.database.inOrganization(organizationId, (tx) => endUnchanged(tx, due));
      else await storeSource(deps, due, { ...fetched, hash });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.isPassing && Context.current().info.attempt < SOURCE_TRIES) throw error;
      await deps.database.inOrganization(organizationId, (tx) => failSource(tx, due, error.message));
    }
  });

/** Stores the file before its row: a try that dies in between leaves what the next one writes again under the same key. */
const storeSource = async (
  { database, objectStore }: DocumentDependencies,
  due: DueSource,
  { content, type, hash }: FetchedSource & { hash: Buffer },
): Promise<void> => {
  const { organization_id: organizationId, document_uuid: documentUuid, latest_version } = due.document;
  const filename = nameAsType(due.document.filename, type);
  const objectKey = buildVersionKey({ organizationId, documentUuid, filename }, latest_version + 1);
  const mimeType = chooseMimeType(type);
  await objectStore.put(objectKey, content, mimeType);
  const stored = await objectStore.describe(objectKey);
  const file = { objectKey, bytes: content.length, etag: stored?.etag ?? null, hash, filename, mimeType };
  const asked = await database.inOrganization(organizationId, (tx) => queueSource(tx, due, file));
  if (asked?.kind === "queued" || asked?.kind === "known") return;
  await objectStore.remove(objectKey);
  if (asked?.kind === "over_limit") throw new SourceError(FULL[asked.what]);
};
