import { z } from "zod";
import { LONGEST_SLUG, MOST_PACKED_AGENTS, SLUG } from "../../domain/template/own-pack.ts";
import { explainChannels, PACK_CHANNELS, packDemo } from "../../domain/template/pack.ts";
import { idField, nullableTime, optional, time } from "../http/fields.ts";
import { LONGEST_WORD, word } from "./marketplace.schemas.ts";

export const ownPackParams = z.object({ pack_slug: z.string().max(LONGEST_WORD) });

const sentence = z.string().trim().min(1).max(1_000);
const sentences = optional(z.array(sentence).max(50));

const packVersionFields = {
  name: word,
  summary: sentence,
  job: word.meta({ description: "What it does in a business, in words that people look for" }),
  industries: optional(z.array(word).max(50)).meta({ description: "None: every industry" }),
  channels: z
    .array(z.enum(PACK_CHANNELS))
    .min(1)
    .max(PACK_CHANNELS.length)
    .superRefine((channels, check) => {
      const message = explainChannels(channels);
      if (message !== null) check.addIssue({ code: "custom", message });
    }),
  steps: sentences.meta({ description: "What happens, for people who look at the shelf" }),
  compliance_notes: sentences,
  ...packDemo.shape,
  workflow_ids: z
    .array(idField)
    .min(1)
    .max(MOST_PACKED_AGENTS)
    .refine((ids) => new Set(ids).size === ids.length, "Name each agent once")
    .meta({ description: "Published agents; the version keeps them as they are now" }),
};

export const packVersionBody = z.strictObject(packVersionFields);
export const createPackBody = z.strictObject({
  ...packVersionFields,
  slug: optional(
    z.string().max(LONGEST_SLUG).regex(SLUG, "Small letters and digits, with single hyphens between them"),
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
