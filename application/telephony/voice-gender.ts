import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { listOpenaiVoices } from "../../infra/models/speech-voices.ts";
import { findPollyVoice, listPollyVoicesOfLanguage } from "../../infra/telephony/polly-voices.ts";

type Gender = NonNullable<AgentVoice["gender"]>;
interface NamedVoice {
  name: string;
  gender: Gender;
}

/** Returns why a named voice and the gender beside it contradict each other, with the choices; null: they do not, as far as is known. */
export const findGenderContradiction = (voice: AgentVoice, language: string): string | null => {
  const { voice_id: voiceId, gender } = voice;
  if (voiceId === undefined || gender === undefined) return null;
  const named = findNamedVoice(voice);
  if (named === undefined || named.voice.gender === gender) return null;
  const choices = named
    .others(voice.language ?? language)
    .filter((other) => other.gender === gender)
    .map(({ name }) => name);
  const instead = choices.length === 0 ? "leave voice_id out" : `choose ${choices.join(", ")}`;
  return `${voiceId} is a ${named.voice.gender} voice: say ${named.voice.gender}, or leave the gender out; for a ${gender} voice ${instead}.`;
};

const findNamedVoice = ({ provider, voice_id: voiceId = "" }: AgentVoice) => {
  const maker = provider?.toLowerCase();
  const openai = maker === undefined || maker === "openai" ? listOpenaiVoices() : [];
  const spoken = openai.find(({ name }) => name === voiceId);
  if (spoken) return { voice: spoken, others: (): readonly NamedVoice[] => openai };
  // Carriers speak with Amazon's voices, whatever they call themselves.
  const isAmazons = maker === undefined || ["amazon", "polly", "aws", "twilio", "telnyx", "plivo"].includes(maker);
  const polly = isAmazons ? findPollyVoice(voiceId) : undefined;
  if (!polly) return undefined;
  const others = (language: string): readonly NamedVoice[] => listPollyVoicesOfLanguage(language);
  return { voice: polly, others };
};
