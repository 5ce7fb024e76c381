import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import type { SpokenVoice } from "./speech.ts";

/** The voices that OpenAI and most compatible providers have. */
const FEMALE = "nova";
const MALE = "onyx";
const NEITHER = "alloy";
const KNOWN = ["ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "sage", "shimmer", "verse"];
const NAMES = [NEITHER, ...KNOWN, FEMALE, MALE].sort();

interface SpokenModel {
  /** Null: OpenAI's own, of which the voices are known. */
  baseUrl: string | null;
}

/**
 * Maps the agent's voice to one of a model that speaks; where it names one of a carrier or of another provider, to one of
 * the same gender.
 */
export const mapSpeechVoice = (voice: AgentVoice | null, model: SpokenModel): SpokenVoice => {
  const { voice_id: voiceId, gender, speed = 1 } = voice ?? {};
  const usual = gender === "female" ? FEMALE : gender === "male" ? MALE : NEITHER;
  const isOwn = voice !== null && voiceId !== undefined && findSpeechVoiceProblem(voice, model) === null;
  return { voiceId: isOwn ? voiceId : usual, speed };
};

/** Returns why the model cannot use the voice; null when it can. */
export const findSpeechVoiceProblem = (
  { provider, voice_id: voiceId }: AgentVoice,
  { baseUrl }: SpokenModel,
): string | null => {
  const isNamed = provider?.toLowerCase() === "openai";
  if (provider !== undefined && !isNamed)
    return `Conversations with audio speak with voices of openai, not of ${provider}.`;
  // A compatible provider has names of its own.
  if (voiceId === undefined || NAMES.includes(voiceId) || (isNamed && baseUrl !== null)) return null;
  return `Voices of openai are ${NAMES.join(", ")}.`;
};
