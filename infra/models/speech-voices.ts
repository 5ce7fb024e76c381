import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { isSpeechProvider, type SpeechProvider } from "../../domain/model/speech-providers.ts";
import type { SpokenVoice } from "./speech.ts";

interface SpokenModel {
  provider: string;
  model: string;
  /** Null: the provider's own address, whose voices are known. */
  baseUrl: string | null;
}

/** The voices of a provider. */
interface Voices {
  /** The voice where the agent names none; null: the model is the voice. */
  usual: Record<"female" | "male" | "neither", string> | null;
  speed: { least: number; most: number };
}

const FEMALE_OF_CARTESIA = "694f9389-aac1-45b6-b726-9d9369183238";
const VOICES: Record<SpeechProvider, Voices> = {
  openai: {
    usual: { female: "nova", male: "onyx", neither: "alloy" },
    speed: { least: 0.25, most: 4 },
  },
  deepgram: { usual: null, speed: { least: 0.7, most: 1.5 } },
  elevenlabs: {
    usual: { female: "EXAVITQu4vr4xnSDxMaL", male: "JBFqnCBsd6RMkjVDRZzb", neither: "JBFqnCBsd6RMkjVDRZzb" },
    speed: { least: 0.7, most: 1.2 },
  },
  cartesia: {
    usual: { female: FEMALE_OF_CARTESIA, male: "a0e99841-438c-4a64-b679-ae501e7d6091", neither: FEMALE_OF_CARTESIA },
    speed: { least: 0.6, most: 1.5 },
  },
  azure: { usual: null, speed: { least: 0.5, most: 2 } },
  local: { usual: null, speed: { least: 0.5, most: 2 } },
};
/** The voices that OpenAI and most compatible providers have. */
const NAMES_OF_OPENAI = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" ");

const GENDERS_OF_OPENAI = {
  female: ["coral", "marin", "nova", "sage", "shimmer"],
  male: ["ash", "ballad", "cedar", "echo", "fable", "onyx", "verse"],
} as const;

/** Lists the voices of OpenAI that sound like a woman's or a man's. */
export const listOpenaiVoices = (): { name: string; gender: "female" | "male" }[] =>
  (["female", "male"] as const).flatMap((gender) => GENDERS_OF_OPENAI[gender].map((name) => ({ name, gender })));

/** Every other provider that was saved speaks OpenAI's protocol. */
const protocolOf = (provider: string): SpeechProvider => (isSpeechProvider(provider) ? provider : "openai");

/**
 * Returns the voice and pace of a model that speaks: the agent's own where the model has it, else one of the same gender, at the
 * nearest pace.
 */
export const mapSpeechVoice = (voice: AgentVoice | null, model: SpokenModel): SpokenVoice => {
  const { usual, speed: range } = VOICES[protocolOf(model.provider)];
  const { voice_id: voiceId, gender = "neither", speed = 1 } = voice ?? {};
  const isOwn = voice !== null && voiceId !== undefined && findNameProblem(voice, model) === null;
  return {
    voiceId: isOwn ? voiceId : (usual?.[gender] ?? model.model),
    speed: Math.min(Math.max(speed, range.least), range.most),
  };
};

/** Returns why the model cannot use the voice; null when it can. */
export const findSpeechVoiceProblem = (voice: AgentVoice, model: SpokenModel): string | null => {
  const provider = protocolOf(model.provider);
  const { usual, speed } = VOICES[provider];
  const problem = findNameProblem(voice, model);
  if (problem !== null) return problem;
  if (usual === null && voice.gender !== undefined && voice.voice_id === undefined)
    return `A model of ${provider} is one voice: name another by voice_id, or leave gender out.`;
  if (voice.speed !== undefined && (voice.speed < speed.least || voice.speed > speed.most))
    return `Voices of ${provider} speak at ${speed.least} to ${speed.most} of their own pace.`;
  return null;
};

const findNameProblem = (
  { provider: named, voice_id: voiceId }: AgentVoice,
  { provider, baseUrl }: SpokenModel,
): string | null => {
  const own = protocolOf(provider);
  const isNamed = named?.toLowerCase() === own;
  if (named !== undefined && !isNamed) return `Conversations with audio speak with voices of ${own}, not of ${named}.`;
  if (voiceId === undefined) return null;
  // A carrier may have voices of this name, and only OpenAI's own names are known.
  if (own === "local") return `The local voice has no other beside it: leave voice_id out.`;
  if (own !== "openai") return isNamed ? null : `A voice_id of ${own} needs provider ${own} beside it.`;
  if (NAMES_OF_OPENAI.includes(voiceId) || (isNamed && baseUrl !== null)) return null;
  return `Voices of openai are ${NAMES_OF_OPENAI.join(", ")}.`;
};
