import { ApplicationFailure } from "@temporalio/activity";
import { type ShelfTemplate, type ShelfText, textIn } from "../../domain/template/template.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findHiredTemplate } from "../../infra/postgres/template/shelf.repository.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";

/** No further try would end otherwise; the sentence is the hire's reason. */
export const permanent = (sentence: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(sentence, "HireImpossible");

/** The template of a hire: of the catalogue as it is today, of an own pack as it was asked for. */
export const hiredTemplate = async (
  tx: OrganizationTransaction,
  { template_id, template_version, language }: TemplateHire,
): Promise<{ template: ShelfTemplate; text: ShelfText }> => {
  const template = await findHiredTemplate(tx, { templateId: template_id, version: template_version });
  const text = template && textIn(template, language);
  if (!template || !text) throw permanent(`The template ${template_id} is no longer on the shelf`);
  return { template, text };
};
