import { ApplicationFailure } from "@temporalio/activity";
import { findHiredTemplate } from "../../application/template/find-on-shelf.ts";
import { findTextInLanguage, type ShelfTemplate, type ShelfText } from "../../domain/template/template.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";

/** Another try would end the same way; the sentence becomes the hire's reason. */
export const createHireFailure = (sentence: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(sentence, "HireImpossible");

/** Returns the template of a hire: the present one of the catalogue, or the requested version of an own pack. */
export const readHiredTemplate = async (
  tx: OrganizationTransaction,
  { template_id, template_version, language }: TemplateHire,
): Promise<{ template: ShelfTemplate; text: ShelfText }> => {
  const template = await findHiredTemplate(tx, { templateId: template_id, version: template_version });
  const text = template && findTextInLanguage(template, language);
  if (!template || !text) throw createHireFailure(`The template ${template_id} is no longer on the shelf`);
  return { template, text };
};
