import { z } from "zod";

/**
 * The voice that an agent speaks with, as its settings name it (`workflow_configurations.voice`). Each carrier maps it
 * to voices of its own, and says what it cannot do: `CarrierDescription.voiceProblem`.
 */
export const agentVoiceSchema = z.strictObject({
  /** Who makes the voice: `amazon`, `google`, `elevenlabs`, `azure`, or the carrier itself. */
  provider: z.string().min(1).max(50).exactOptional(),
  /** The provider's own name of the voice. */
  voice_id: z.string().min(1).max(200).exactOptional(),
  gender: z.enum(["female", "male"]).exactOptional(),
  /** BCP 47; when it is missing the agent's language is spoken. */
  language: z.string().min(2).max(35).exactOptional(),
  /** 1 is the voice's own pace. */
  speed: z.number().min(0.25).max(4).exactOptional(),
});

export type AgentVoice = z.infer<typeof agentVoiceSchema>;
