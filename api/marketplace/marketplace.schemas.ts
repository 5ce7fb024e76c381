import { z } from "zod";
import { HIRE_STEPS } from "../../domain/template/hire-progress.rules.ts";
import { PACK_CHANNELS, packDemo } from "../../domain/template/pack.ts";
import { booleanParameter, idField, idParameter, jsonObject, nullableTime, optional, time } from "../http/fields.ts";
import { requestAnswer } from "../requests/requests.schemas.ts";

const LONGEST_WORD = 255;
const word = z.string().trim().min(1).max(LONGEST_WORD);
const languageTag = z.string().trim().min(2).max(35);

export const templateParams = z.object({ template_id: z.string().max(LONGEST_WORD) });
export const packParams = z.object({ slug: z.string().max(LONGEST_WORD) });

export const ownPackParams = z.object({ pack_slug: z.string().max(LONGEST_WORD) });

export const hireParams = z.object({ workflow_id: idParameter });

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

const sentence = z.string().trim().min(1).max(1_000);
const sentences = optional(z.array(sentence).max(50));
const MOST_AGENTS = 20;

const packVersionFields = {
  name: word,
  summary: sentence,
  job: word.meta({ description: "What it does in a business, in words that people look for" }),
  industries: optional(z.array(word).max(50)).meta({ description: "None: every industry" }),
  channels: z.array(z.enum(PACK_CHANNELS)).min(1).max(PACK_CHANNELS.length),
  steps: sentences.meta({ description: "What happens, for people who look at the shelf" }),
  compliance_notes: sentences,
  ...packDemo.shape,
  workflow_ids: z
    .array(idField)
    .min(1)
    .max(MOST_AGENTS)
    .refine((ids) => new Set(ids).size === ids.length, "Name each agent once")
    .meta({ description: "Published agents; the version keeps them as they are now" }),
};

export const packVersionBody = z.strictObject(packVersionFields);
export const createPackBody = z.strictObject({
  ...packVersionFields,
  slug: optional(
    z
      .string()
      .max(60)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters and digits, with single hyphens between them"),
  ).meta({ description: "Its address; made of the name when left out" }),
});

export const withdrawnPackAnswer = z
  .object({ slug: z.string(), withdrawn: z.literal(true) })
  .meta({ id: "WithdrawnPack" });

export const packVersionListAnswer = z
  .object({
    versions: z.array(
      z.object({
        version: z.string(),
        state: z.enum(["draft", "published", "archived"]),
        name: z.string(),
        summary: z.string(),
        workflow_ids: z.array(z.number().int()),
        created_at: time,
        published_at: nullableTime,
      }),
    ),
  })
  .meta({ id: "PackVersions" });

const LONGEST_ANSWER = 5_000;
const answer = z
  .union([z.string().trim().max(LONGEST_ANSWER), z.number(), z.boolean()])
  .nullable()
  .transform((value) => (value === null ? "" : String(value)));

export const hireBody = z.strictObject({
  agent_name: word.meta({ description: "The agent's name, with which it also introduces itself" }),
  variables: optional(z.record(z.string().max(LONGEST_WORD), answer)).meta({
    description: "By the keys of the template's `variables`; one that is left out has its default",
  }),
  greeting: optional(z.string().trim().min(1).max(LONGEST_ANSWER)).meta({
    description: "The first words, in place of the template's",
  }),
  voice_id: optional(z.string().trim().min(1).max(200)),
  voice_gender: optional(z.enum(["female", "male"])),
  language: optional(languageTag).meta({ description: "One of the template's `languages`; its first when left out" }),
  source: optional(word).meta({ description: "Where it was hired, such as the name of a page; it is kept" }),
});

export const upgradeBody = z.strictObject({
  variables: optional(z.record(z.string().max(LONGEST_WORD), answer)).meta({
    description: "Answers to questions that the new version asks; those that were given before still hold",
  }),
});

const upgradeFields = { from_version: z.string(), to_version: z.string() };
const proposedUpgrade = requestAnswer.extend(upgradeFields).meta({ id: "ProposedUpgrade" });
const emptyUpgrade = z
  .object({
    event_id: z.null().meta({ description: "There is nothing to publish: the agent follows the version already" }),
    workflow_id: z.number().int(),
    detail: z.string(),
    ...upgradeFields,
  })
  .meta({ id: "EmptyUpgrade" });
export const upgradeAnswer = z.union([proposedUpgrade, emptyUpgrade]);

export const hireAnswer = z
  .object({
    workflow_id: z.number().int(),
    template_id: z.string(),
    template_version: z.string(),
    newer_version: z
      .string()
      .nullable()
      .meta({ description: "The version of the template that the agent can be upgraded to" }),
    state: z.enum(["running", "hired", "failed"]),
    steps: z.array(z.object({ name: z.enum(HIRE_STEPS), state: z.enum(["done", "at_work", "waiting"]) })),
    error: z.string().nullable().meta({ description: "Why it failed; nothing of it is left then" }),
    created_at: time,
    finished_at: nullableTime,
  })
  .meta({ id: "Hire" });
