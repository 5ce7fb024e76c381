import { requestVersion } from "../application/document/request-version.ts";
import type { UpgradeDocument } from "../application/template/due-documents.ts";
import { buildDocumentKey } from "../domain/document/document-key.ts";
import { chooseMimeType } from "../domain/document/document-type.ts";
import { USUAL_RETRIEVAL_MODE } from "../domain/document/retrieval-mode.rules.ts";
import { findDocument } from "../infra/postgres/document/document.repository.ts";
import type { TemplateHire } from "../infra/postgres/template/template-hire.entity.ts";
import { startWithSignal } from "../infra/temporal/start-workflow.ts";
import {
  documentProcessingContract,
  documentProcessingStartOptions,
  versionQueuedSignal,
} from "../workflows/document-processing/document-processing.contract.ts";
import type { WorkerDependencies } from "./dependencies.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "objectStore" | "temporal">;

/**
 * Adds a document that the agent of a hire alone reads, and starts the workflow that processes it; an existing one is left as it
 * is. `full`: the storage of the organization's plan has no room for it, and nothing was added.
 */
export const addAgentDocument = async (
  deps: Dependencies,
  hire: TemplateHire,
  document: UpgradeDocument,
): Promise<"added" | "full"> => {
  const { organization_id: organizationId } = hire;
  const { uuid: documentUuid } = document;
  if ((await addRow(deps, hire, document)) === "full") return "full";
  await startWithSignal(deps.temporal, documentProcessingContract.type, {
    ...documentProcessingStartOptions({ organizationId, documentUuid }),
    signal: versionQueuedSignal,
  });
  return "added";
};

/** Stores the file first, then the row, because a row without its file would fail. */
const addRow = async (
  { database, objectStore }: Dependencies,
  { organization_id: organizationId, agent_id, created_by: createdBy }: TemplateHire,
  { uuid: documentUuid, filename, text }: UpgradeDocument,
): Promise<"added" | "full"> => {
  const objectKey = buildDocumentKey({ organizationId, documentUuid, filename });
  const file = Buffer.from(text);
  const mimeType = chooseMimeType("md");
  if (await database.inOrganization(organizationId, (tx) => findDocument(tx, documentUuid))) return "added";
  await objectStore.put(objectKey, file, mimeType);
  const requested = await database.inOrganization(organizationId, async (tx) =>
    (await findDocument(tx, documentUuid))
      ? null
      : requestVersion(tx, {
          organizationId,
          documentUuid,
          filename,
          mimeType,
          createdBy,
          settings: {
            scope: "agent",
            folder_id: null,
            agent_id,
            file_folder_id: null,
            retrieval_mode: USUAL_RETRIEVAL_MODE,
          },
          // A file without an ETag is not compared with others: another agent's document with the same text is not for this agent
          // to read.
          file: { objectKey, bytes: file.length, etag: null },
        }),
  );
  if (requested?.kind !== "over_limit") return "added";
  await objectStore.remove(objectKey);
  return "full";
};
