import { ApplicationFailure } from "@temporalio/activity";
import { findTemplate } from "../../domain/template/catalogue.ts";
import { type Template, type TemplateText, textIn } from "../../domain/template/template.ts";
import { derivedUuid } from "../../infra/ids.ts";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";

/** No further try would end otherwise; the sentence is the hire's reason. */
export const permanent = (sentence: string): ApplicationFailure =>
  ApplicationFailure.nonRetryable(sentence, "HireImpossible");

/** The template of a hire as it is today. */
export const hiredTemplate = ({ template_id, language }: TemplateHire): { template: Template; text: TemplateText } => {
  const template = findTemplate(template_id);
  const text = template && textIn(template, language);
  if (!template || !text) throw permanent(`The template ${template_id} is no longer on the shelf`);
  return { template, text };
};

/** What a step makes has its id from the hire: made twice, it is there once. */
export const hiredUuid = (hireUuid: string, kind: "tool" | "document", key: string): string =>
  derivedUuid(`${hireUuid}\n${kind}\n${key}`);

export const toolUuidsOf = (hireUuid: string, { tools }: Template): Record<string, string> =>
  Object.fromEntries(tools.map(({ key }) => [key, hiredUuid(hireUuid, "tool", key)]));
