import { z } from "zod";

export const VOICE_GENDERS = ["female", "male"] as const;

/**
 * The voice that an agent speaks with, as its settings name it (`workflow_configurations.voice`). Each carrier maps it
 * to voices of its own, and reports what it cannot do in `CarrierDescription.voiceProblem`.
 */
export const agentVoiceSchema = z.strictObject({
  provider: z
    .string()
    .min(1)
    .max(50)
    .describe(
      "Who makes the voice: `amazon`, `google`, `elevenlabs`, `azure`, the carrier itself, or for the model of conversations with audio its provider: `openai`, `deepgram`, `elevenlabs`, `cartesia`, `azure`",
    )
    .exactOptional(),
  voice_id: z.string().min(1).max(200).describe("The provider's own name of the voice").exactOptional(),
  gender: z
    .enum(VOICE_GENDERS)
    .describe("Which of a carrier's or model's voices is chosen where it has no such `voice_id`")
    .exactOptional(),
  language: z.string().min(2).max(35).describe("BCP 47; without it the agent's `language` is spoken").exactOptional(),
  speed: z.number().min(0.25).max(4).describe("1 is the voice's own pace").exactOptional(),
});

export type AgentVoice = z.infer<typeof agentVoiceSchema>;
