import { deriveHiredUuid } from "../../application/template/hired-ids.ts";
import { STORAGE_FULL } from "../../domain/document/storage-limits.ts";
import { fillKnownVariables } from "../../domain/template/fill-known-variables.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { markDeleted } from "../../infra/postgres/document/document.repository.ts";
import { requireHire } from "../../infra/postgres/template/template-hire.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import type { TemplateHireInput } from "../../workflows/template-hire/template-hire.contract.ts";
import { addAgentDocument } from "../add-agent-document.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createHireFailure, readHiredTemplate } from "./read-hired-template.ts";

/** Adds documents that only this agent reads, with the answers filled in. Their own workflows process them. */
export const addHiredDocuments = async (deps: WorkerDependencies, input: TemplateHireInput): Promise<void> => {
  const { organizationId, hireUuid } = input;
  const { hire, text } = await deps.database.inOrganization(organizationId, (tx) => documentedHire(tx, hireUuid));
  for (const { key, filename, text: words } of text.documents) {
    const uuid = deriveHiredUuid(hireUuid, "document", key);
    const added = await addAgentDocument(deps, hire, {
      uuid,
      filename,
      text: fillKnownVariables(words, hire.variables),
    });
    if (added === "full") throw createHireFailure(STORAGE_FULL);
  }
};

const documentedHire = async (tx: OrganizationTransaction, hireUuid: string) => {
  const hire = await requireHire(tx, hireUuid);
  const { text } = await readHiredTemplate(tx, hire);
  return { hire, text };
};

export const undoHiredDocuments = async (deps: WorkerDependencies, input: TemplateHireInput): Promise<void> => {
  const { organizationId, hireUuid } = input;
  const { clock, database, temporal } = deps;
  const { hire, text } = await database.inOrganization(organizationId, (tx) => documentedHire(tx, hireUuid));
  for (const { key } of text.documents) {
    const documentUuid = deriveHiredUuid(hireUuid, "document", key);
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
