import { sql } from "kysely";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type DueSource, lockAsRead, planNext } from "../../infra/postgres/document/source.repository.ts";
import { lockUsage } from "../../infra/postgres/document/usage.repository.ts";
import { recordVersionEnd } from "./end-version.ts";
import { type RequestedVersion, requestVersion } from "./request-version.ts";

export interface StoredSource {
  filename: string;
  mimeType: string;
  objectKey: string;
  bytes: number;
  etag: string | null;
  hash: Buffer;
}

/** Queues the next version of what an address sent. Undefined: the document was deleted, or has another address by now. */
export const queueSource = async (
  tx: OrganizationTransaction,
  { document, url }: DueSource,
  { filename, mimeType, ...file }: StoredSource,
): Promise<RequestedVersion | undefined> => {
  await lockUsage(tx, document.organization_id);
  const own = await lockAsRead(tx, { document, url });
  if (!own) return undefined;
  const { scope, folder_id, agent_id, file_folder_id, retrieval_mode } = own;
  const asked = await requestVersion(tx, {
    organizationId: own.organization_id,
    documentUuid: own.document_uuid,
    filename,
    mimeType,
    createdBy: own.created_by,
    settings: { scope, folder_id, agent_id, file_folder_id, retrieval_mode },
    file,
  });
  if (asked.kind === "queued") {
    await planNext(tx, own);
    const summary = `Version ${asked.document.latest_version} of the document ${filename} was read from its address`;
    await recordVersionEnd(tx, asked.document, summary);
  }
  return asked;
};

/** The address sent what is read already. */
export const endUnchanged = async (tx: OrganizationTransaction, due: DueSource): Promise<void> => {
  const own = await lockAsRead(tx, due);
  if (!own) return;
  await planNext(tx, own);
  if (own.state !== "ready") return;
  await tx.updateTable("documents").set({ state_detail: null }).where("id", "=", own.id).execute();
};

/** The address could not be read: readers keep the version that they have. The timeline tells each reason once. */
export const failSource = async (tx: OrganizationTransaction, due: DueSource, error: string): Promise<void> => {
  const own = await lockAsRead(tx, due);
  if (!own) return;
  await planNext(tx, own);
  const sentence = `The address could not be read: ${error}`;
  const isReadable = own.current_version !== null;
  const detail = isReadable ? `${sentence}; readers get version ${own.current_version}` : sentence;
  if (own.state_detail === detail) return;
  await tx
    .updateTable("documents")
    .set({
      state_detail: detail,
      ...(!isReadable && own.latest_version === 0 && { state: "failed", processing_error: sentence }),
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", own.id)
    .execute();
  await recordVersionEnd(tx, own, `${own.filename}: ${detail}`);
};
