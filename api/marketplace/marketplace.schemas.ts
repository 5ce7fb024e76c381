import { z } from "zod";
import { PACK_CHANNELS } from "../../domain/template/pack.ts";
import { booleanParameter, jsonObject, optional } from "../http/fields.ts";

export const LONGEST_WORD = 255;
export const word = z.string().trim().min(1).max(LONGEST_WORD);
export const languageTag = z.string().trim().min(2).max(35);

export const templateParams = z.object({ template_id: z.string().max(LONGEST_WORD) });
export const packParams = z.object({ slug: z.string().max(LONGEST_WORD) });

const inLanguage = {
  language: optional(languageTag).meta({ description: "BCP 47; the template's first when left out" }),
};
export const templatesQuery = z.object({
  vertical: optional(word),
  direction: optional(z.enum(["inbound", "outbound", "scheduled"])),
  ...inLanguage,
});
export const templateQuery = z.object(inLanguage);

export const packsQuery = z.object({
  q: optional(z.string().max(1_000)).meta({
    description: "Words of the name, the summary, the job or the steps; fewer than two characters show everything",
  }),
  job: optional(word).meta({ description: "One of `jobs`, as it is written there" }),
  industry: optional(word).meta({ description: "Packs that name no industry fit every one" }),
  language: optional(languageTag),
  calling: optional(booleanParameter).meta({ description: "Whether it answers or makes calls" }),
});

const templateFields = {
  id: z.string(),
  version: z.string(),
  name: z.string(),
  summary: z.string(),
  vertical: z.string(),
  direction: z.enum(["inbound", "outbound", "scheduled"]),
  language: z.string().meta({ description: "The language of name, summary and definition" }),
  languages: z.array(z.string()),
};

export const templateListItem = z.object(templateFields).meta({ id: "TemplateListItem" });
export const templateListAnswer = z.object({ templates: z.array(templateListItem) });

export const templateAnswer = z
  .object({
    ...templateFields,
    steps: z.array(z.string()),
    compliance_notes: z.array(z.string()),
    variables: z.array(
      z.object({
        key: z.string(),
        question: z.string(),
        required: z.boolean(),
        default: z.string().nullable(),
      }),
    ),
    voice: jsonObject,
    tools: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        description: z.string(),
        category: z.string(),
        credential: z
          .object({ name: z.string(), why: z.string() })
          .nullable()
          .meta({ description: "What to provide after the hire" }),
      }),
    ),
    documents: z.array(z.object({ key: z.string(), filename: z.string(), text: z.string() })),
    dispositions: z.array(z.string()),
    definition: jsonObject.meta({ description: "Its `tool_uuids` hold the keys of `tools`" }),
    conversations: z
      .array(
        z.object({
          title: z.string(),
          turns: z.array(z.object({ person: z.string() })),
          played: z
            .array(z.object({ speaker: z.enum(["agent", "person"]), text: z.string(), step: z.string() }))
            .meta({ description: "How it went on the built-in model, with answers that are made up" }),
        }),
      )
      .meta({ description: "Its test conversations" }),
  })
  .meta({ id: "Template" });

const packFields = {
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  job: z.string(),
  version: z.string(),
  state: z.enum(["draft", "published"]).meta({ description: "The agents of a draft cannot be hired yet" }),
  publisher: z.object({ slug: z.string(), name: z.string(), first_party: z.boolean() }),
  badges: z.array(z.string()).meta({ description: "What it does; calls come first" }),
  industries: z.array(z.string()).meta({ description: "None: every industry" }),
  languages: z.array(z.string()),
  demo_number: z.string().nullable(),
  demo_url: z.string().nullable(),
  charging: z.object({
    needs_voice: z.boolean(),
    unit: z.enum(["minute", "run"]),
    hire_price_paise: z.number().int(),
    creator_price_paise: z.number().int(),
  }),
  flow: z.enum(["voice", "standard"]),
  listed: z.boolean(),
};

export const packListItem = z.object(packFields).meta({ id: "PackListItem" });
export const packListAnswer = z.object({
  jobs: z.array(z.string()).meta({ description: "Every job on the shelf, whatever was looked for" }),
  packs: z.array(packListItem),
});

export const packAnswer = z
  .object({
    ...packFields,
    channels: z.array(z.enum(PACK_CHANNELS)),
    steps: z.array(z.string()),
    compliance_notes: z.array(z.string()),
    templates: z.array(templateListItem),
  })
  .meta({ id: "Pack" });
