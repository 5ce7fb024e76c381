import { findHiredTemplate } from "../../application/template/find-on-shelf.ts";
import { readHireNeeds } from "../../application/template/read-hire-needs.ts";
import type { HireNeed } from "../../domain/template/hire-progress.rules.ts";
import { findTextInLanguage } from "../../domain/template/template.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Reads what the agent of a hire lacks at present; nothing is known of one whose template is no longer on the shelf. */
export const readNeeds = async (
  { defaultEmbeddings }: Pick<OperationContext, "defaultEmbeddings">,
  tx: OrganizationTransaction,
  {
    uuid: hireUuid,
    template_id,
    template_version,
    language,
    agent_id: agentId,
  }: Pick<TemplateHire, "uuid" | "template_id" | "template_version" | "language" | "agent_id">,
): Promise<HireNeed[]> => {
  const template = await findHiredTemplate(tx, { templateId: template_id, version: template_version });
  const text = template && findTextInLanguage(template, language);
  return template && text ? readHireNeeds(tx, { hireUuid, agentId, template, text, defaultEmbeddings }) : [];
};
