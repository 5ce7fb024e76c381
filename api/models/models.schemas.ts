import { z } from "zod";
import { keyInput } from "../../domain/secret/pasted-secret.ts";
import { scriptLine } from "../../infra/models/scripted.model.ts";
import { optional } from "../http/fields.ts";

export const MODEL_PARTS = ["embeddings", "llm", "tts", "stt"] as const;

const provider = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9_-]+$/, "Lower-case letters, digits, - and _");
const part = z.strictObject({
  provider: provider.meta({
    description:
      "`openai` (or anything compatible, with `base_url`), or `local`; for `tts` and `stt` `openai`, `deepgram`, `elevenlabs`, `cartesia`, `azure` or `local`",
  }),
  model: z.string().trim().min(1).max(255),
  api_key: optional(keyInput(1_000)).meta({ description: "Sending the mask back keeps the key" }),
  base_url: optional(z.url({ protocol: /^https?$/ }).max(2_048)),
  script: optional(z.array(scriptLine).max(500)).meta({ description: "For `local`: its answers by what it is asked" }),
});
export type PartInput = z.output<typeof part>;

export const modelsBody = z.strictObject({
  embeddings: optional(part),
  llm: optional(part),
  tts: optional(part).meta({ description: "Speaks in conversations with audio" }),
  stt: optional(part).meta({ description: "Recognizes speech in conversations with audio" }),
});

/** Changes of some models: an absent part stays, and null removes one. */
export const modelsChanges = z.strictObject({
  embeddings: part.nullish(),
  llm: part.nullish(),
  tts: part.nullish(),
  stt: part.nullish(),
});

const partAnswer = z
  .object({
    provider: z.string(),
    model: z.string(),
    api_key: z.string().nullable(),
    base_url: z.string().nullable(),
    script: z.array(scriptLine).optional(),
  })
  .nullable();

export const modelsAnswer = z
  .object({ embeddings: partAnswer, llm: partAnswer, tts: partAnswer, stt: partAnswer })
  .meta({ id: "ModelConfiguration" });

export const tryModelBody = z.strictObject({ text: z.string().trim().min(1).max(1_000) });

export const triedModelAnswer = z
  .object({
    model: z.string(),
    reply: z.string(),
    first_word_ms: z.number().int().nullable().meta({ description: "null: it said nothing" }),
    duration_ms: z.number().int(),
  })
  .meta({ id: "TriedModel" });
