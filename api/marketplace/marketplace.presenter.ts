import { buildShownDefinition } from "../../domain/template/hired-agent.ts";
import { describeCharging, isCalling, isListed, listBadges, type Pack } from "../../domain/template/pack.ts";
import { listPlayedLines } from "../../domain/template/played-call.ts";
import type { ShelfTemplate, ShelfText } from "../../domain/template/template.ts";

export const presentTemplateItem = ({ id, version, vertical, direction, texts }: ShelfTemplate, text: ShelfText) => ({
  id,
  version,
  name: text.name,
  summary: text.summary,
  vertical,
  direction,
  language: text.language,
  languages: texts.map(({ language }) => language),
});

export const presentTemplate = (template: ShelfTemplate, text: ShelfText) => ({
  ...presentTemplateItem(template, text),
  steps: text.steps,
  compliance_notes: text.compliance_notes,
  variables: text.variables,
  voice: template.voice,
  tools: template.tools.map(({ definition, ...tool }) => ({ ...tool, category: definition.type })),
  documents: text.documents,
  dispositions: text.dispositions,
  definition: { ...buildShownDefinition(text, template) },
  conversations: text.conversations.map((conversation) => ({
    ...conversation,
    played: [...listPlayedLines(template.id, text.language, conversation.title)],
  })),
});

export const presentPackItem = (pack: Pack) => ({
  slug: pack.slug,
  name: pack.name,
  summary: pack.summary,
  job: pack.job,
  version: pack.version,
  state: pack.state,
  publisher: pack.publisher,
  badges: listBadges(pack),
  industries: [...pack.industries],
  languages: [...pack.languages],
  ...pack.demo,
  charging: describeCharging(pack),
  flow: isCalling(pack) ? ("voice" as const) : ("standard" as const),
  listed: isListed(pack),
});

export const presentPack = (pack: Pack, templates: readonly ShelfTemplate[]) => ({
  ...presentPackItem(pack),
  channels: [...pack.channels],
  steps: [...pack.steps],
  compliance_notes: [...pack.complianceNotes],
  templates: templates.flatMap((template) => {
    const [text] = template.texts;
    return text ? [presentTemplateItem(template, text)] : [];
  }),
});
