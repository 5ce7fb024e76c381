import { isVersionOver } from "../../domain/document/document-version.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { lockDocument, readKnownDocuments } from "../../infra/postgres/document/document.repository.ts";
import type { DocumentVersion } from "../../infra/postgres/document/document-version.entity.ts";
import { endReindexing } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { listPassagesToEmbed } from "../../infra/postgres/document/passage.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { lockConfiguredModel } from "./configured-model.ts";
import type { DocumentDependencies } from "./step.ts";

/**
 * Switches readers to the new vectors, first in the index, then in the rows, while no other version can begin and
 * nobody changes the model; the former vectors are removed afterwards. A repetition completes it.
 */
export const switchVectors = async (deps: DocumentDependencies, address: VersionAddress): Promise<void> => {
  const { organizationId, documentUuid, version } = address;
  await deps.database.inOrganization(organizationId, async (tx) => {
    const model = await lockConfiguredModel(tx, { ...deps, organizationId });
    const { document, current } = await lockReadable(tx, documentUuid);
    if (!document || model === null || current?.version !== version) return;
    const isComplete = (await listPassagesToEmbed(tx, current.id, { model, limit: 1 })).length === 0;
    if (!isComplete) return;
    await deps.passageIndex.makeCurrent(organizationId, { documentUuid, version, model });
    await endReindexing(tx, document, model);
  });
  await keepOneEdition(deps, address);
};

/**
 * Makes the index use the edition of the rows: a try that ended between index and rows may have set another one. Other
 * editions are removed; all of them, when the document is gone.
 */
export const keepOneEdition = (
  deps: DocumentDependencies,
  { organizationId, documentUuid }: VersionAddress,
): Promise<void> =>
  deps.database.inOrganization(organizationId, async (tx) => {
    const { document, current } = await lockReadable(tx, documentUuid);
    if (!document) return deps.passageIndex.remove(organizationId, { documentUuid });
    if (!current?.embedding_model) return;
    const edition = { documentUuid, version: current.version, model: current.embedding_model };
    await deps.passageIndex.makeCurrent(organizationId, edition);
    await deps.passageIndex.remove(organizationId, { documentUuid, except: edition });
  });

/**
 * Locks a document with the version that readers get until the transaction ends. Returns none while another version is
 * in progress, which would be removed with the old ones and itself removes what is left.
 */
const lockReadable = async (
  tx: OrganizationTransaction,
  documentUuid: string,
): Promise<{ document: Document | null; current: DocumentVersion | null }> => {
  const document = await lockDocument(tx, documentUuid);
  if (!document || document.deleted_at) return { document: null, current: null };
  const [known] = await readKnownDocuments(tx, [document]);
  const versions = known?.versions ?? [];
  const isWaiting = versions.some(({ state }) => !isVersionOver(state));
  const current = versions.find(({ version }) => version === document.current_version);
  return { document, current: isWaiting ? null : (current ?? null) };
};
