import { hiredUuid } from "../../infra/postgres/template/hired-ids.ts";
import { documentKey } from "../../domain/document/document-key.ts";
import { mimeTypeOf } from "../../domain/document/document-type.ts";
import { fillKnown } from "../../domain/template/fill-template.ts";
import type { TemplateText } from "../../domain/template/template.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findDocument, markDeleted } from "../../infra/postgres/document/document.repository.ts";
import { requestVersion } from "../../infra/postgres/document/request-version.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import { startOnce, startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import {
  documentProcessingContract,
  documentProcessingStartOptions,
  versionQueuedSignal,
} from "../../workflows/document-processing/document-processing.contract.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { hiredTemplate, permanent } from "./hired-template.ts";

const STORAGE_FULL = "The storage of your plan is full: delete documents, or have its limit raised";

type HiredDocument = TemplateText["documents"][number];

/** Adds documents that only this agent reads, with the answers filled in. Their own workflows process them. */
export const addHiredDocuments = async (deps: WorkerDependencies, input: TemplateHireInput): Promise<void> => {
  const { organizationId, hireUuid } = input;
  const { hire, text } = await deps.database.inOrganization(organizationId, (tx) => documentedHire(tx, hireUuid));
  for (const document of text.documents) {
    const documentUuid = hiredUuid(hireUuid, "document", document.key);
    await addDocument(deps, { hire, document, documentUuid });
    await startWithSignal(deps.temporal, documentProcessingContract.type, {
      ...documentProcessingStartOptions({ organizationId, documentUuid }),
      signal: versionQueuedSignal,
    });
  }
};

const documentedHire = async (tx: OrganizationTransaction, hireUuid: string) => {
  const hire = await requireHire(tx, hireUuid);
  const { text } = await hiredTemplate(tx, hire);
  return { hire, text };
};

/**
 * Stores the file first, then the row, because a row without its file would fail. An existing document is left alone.
 */
const addDocument = async (
  { database, objectStore }: WorkerDependencies,
  { hire, document, documentUuid }: { hire: TemplateHire; document: HiredDocument; documentUuid: string },
): Promise<void> => {
  const { organization_id: organizationId, agent_id, created_by: createdBy } = hire;
  const { filename, text } = document;
  const objectKey = documentKey({ organizationId, documentUuid, filename });
  const file = Buffer.from(fillKnown(text, hire.variables));
  const mimeType = mimeTypeOf("md");
  if (await database.inOrganization(organizationId, (tx) => findDocument(tx, documentUuid))) return;
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
          settings: { scope: "agent", folder_id: null, agent_id, file_folder_id: null, retrieval_mode: "chunked" },
          // Without an ETag it is not compared with others: another agent's document with the same text is not for this
          // agent to read.
          file: { objectKey, bytes: file.length, etag: null },
        }),
  );
  if (requested?.kind !== "over_limit") return;
  await objectStore.remove(objectKey);
  throw permanent(STORAGE_FULL);
};

export const undoHiredDocuments = async (deps: WorkerDependencies, input: TemplateHireInput): Promise<void> => {
  const { organizationId, hireUuid } = input;
  const { clock, database, temporal } = deps;
  const { hire, text } = await database.inOrganization(organizationId, (tx) => documentedHire(tx, hireUuid));
  for (const { key } of text.documents) {
    const documentUuid = hiredUuid(hireUuid, "document", key);
    const isThere = await database.inOrganization(organizationId, async (tx) => {
      await markDeleted(tx, { documentUuid, actor: hire.actor, at: clock.now() });
      return tx.selectFrom("documents").select("id").where("document_uuid", "=", documentUuid).executeTakeFirst();
    });
    if (!isThere) continue;
    await startOnce(
      temporal,
      documentDeletionContract.type,
      documentDeletionStartOptions({ organizationId, documentUuid }),
    );
  }
};
