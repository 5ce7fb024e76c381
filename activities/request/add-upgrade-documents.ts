import {
  lockDueDocuments,
  markFullTold,
  settleDueDocument,
  type UpgradeDocument,
} from "../../application/template/due-documents.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { addAgentDocument } from "../add-agent-document.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "objectStore" | "temporal">;

/**
 * Adds the documents that a published upgrade brings to its agent, each once, also when this runs again. Returns false when the
 * storage is full: the organization is told so once, and a later try adds them.
 */
export const addUpgradeDocuments = async (
  deps: Dependencies,
  { organization_id: organizationId, agent_id: agentId }: RequestRow,
): Promise<boolean> => {
  const found = await deps.database.inOrganization(organizationId, (tx) => lockDueDocuments(tx, agentId));
  if (!found) return true;
  const { hire, due } = found;
  for (const document of due.documents) {
    if ((await addAgentDocument(deps, hire, document)) === "full") {
      await tellFull(deps, hire, document);
      return false;
    }
    await deps.database.inOrganization(organizationId, (tx) => settleDueDocument(tx, agentId, document.uuid));
  }
  return true;
};

const tellFull = (
  { database }: Dependencies,
  { organization_id: organizationId, agent_id: agentId, agent_name, template_version }: TemplateHire,
  { filename }: UpgradeDocument,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    if (!(await markFullTold(tx, agentId))) return;
    await recordTimeline(tx, {
      organizationId,
      kind: "document",
      actor: "system",
      summary: `The document ${filename} of version ${template_version} could not be given to ${agent_name}, as the storage of your plan is full: delete documents, or have its limit raised; it is added as soon as there is room`,
      agentId,
    });
  });
