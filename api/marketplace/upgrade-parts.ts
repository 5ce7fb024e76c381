import type { UpgradeDocument } from "../../application/template/due-documents.ts";
import type { UpgradeBase, UpgradeTool } from "../../application/template/follow-upgrade.ts";
import { deriveHiredParts, deriveHiredUuid } from "../../application/template/hired-ids.ts";
import type { DefinitionDifference } from "../../domain/agent/definition-difference.ts";
import { fillKnownVariables } from "../../domain/template/fill-known-variables.ts";
import { buildHiredTool } from "../../domain/template/hired-agent.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import type { AskedTemplate } from "./require-template.ts";

/** A version that a hired agent may follow, with the answers to its questions. */
export interface NewerVersion {
  hire: TemplateHire;
  asked: AskedTemplate;
  variables: Record<string, string>;
}

/** Lists tools of the version that the organization does not have. */
export const listMissingTools = async (
  tx: OrganizationTransaction,
  { hire, asked, variables }: NewerVersion,
): Promise<UpgradeTool[]> => {
  const { toolUuids } = deriveHiredParts(hire.uuid, asked.template);
  const known = await tx.selectFrom("tools").select("tool_uuid").execute();
  return asked.template.tools.flatMap((tool) => {
    const uuid = toolUuids[tool.key];
    if (uuid === undefined || known.some(({ tool_uuid }) => tool_uuid === uuid)) return [];
    return [{ uuid, name: tool.name, description: tool.description, definition: buildHiredTool(tool, variables) }];
  });
};

/** Lists documents of the version that the agent does not have; leaves out those that it had and people deleted. */
export const listMissingDocuments = async (
  tx: OrganizationTransaction,
  { hire, asked, variables }: NewerVersion,
  { document_keys: given }: UpgradeBase,
): Promise<UpgradeDocument[]> => {
  const documents = asked.text.documents.flatMap(({ key, filename, text }) =>
    given.includes(key)
      ? []
      : [{ uuid: deriveHiredUuid(hire.uuid, "document", key), filename, text: fillKnownVariables(text, variables) }],
  );
  if (documents.length === 0) return [];
  const uuids = documents.map(({ uuid }) => uuid);
  const known = await tx.selectFrom("documents").select("document_uuid").where("document_uuid", "in", uuids).execute();
  return documents.filter(({ uuid }) => !known.some(({ document_uuid }) => document_uuid === uuid));
};

/** Describes the new documents for the people who decide. */
export const compareDocuments = (documents: readonly UpgradeDocument[]): DefinitionDifference["nodes"] => {
  if (documents.length === 0) return [];
  const fields = documents.map(({ filename, text }) => ({ field: filename, before: null, after: text }));
  return [{ id: "documents", name: "Documents", change: "changed", fields }];
};
