import { badgesOf, chargingOf, isCalling, isListed, type Pack } from "../../domain/template/pack.ts";
import { definitionOf } from "../../domain/template/outline-definition.ts";
import type { Template, TemplateText } from "../../domain/template/template.ts";

export const presentTemplateItem = ({ id, version, vertical, direction, texts }: Template, text: TemplateText) => ({
  id,
  version,
  name: text.name,
  summary: text.summary,
  vertical,
  direction,
  language: text.language,
  languages: texts.map(({ language }) => language),
});

export const presentTemplate = (template: Template, text: TemplateText) => ({
  ...presentTemplateItem(template, text),
  steps: text.steps,
  compliance_notes: text.compliance_notes,
  variables: text.variables,
  voice: template.voice,
  tools: template.tools.map(({ definition, ...tool }) => ({ ...tool, category: definition.type })),
  documents: text.documents,
  dispositions: text.dispositions,
  definition: { ...definitionOf(text.outline, Object.fromEntries(template.tools.map(({ key }) => [key, key]))) },
  conversations: text.conversations,
});

export const presentPackItem = (pack: Pack) => ({
  slug: pack.slug,
  name: pack.name,
  summary: pack.summary,
  job: pack.job,
  version: pack.version,
  publisher: pack.publisher,
  badges: badgesOf(pack),
  industries: [...pack.industries],
  languages: [...pack.languages],
  ...pack.demo,
  charging: chargingOf(pack),
  flow: isCalling(pack) ? ("voice" as const) : ("standard" as const),
  listed: isListed(pack),
});
