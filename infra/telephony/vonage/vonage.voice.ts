import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import {
  mappedOr,
  namesNoVoice,
  noVoice,
  problemOfMapping,
  spokenLanguageOf,
  type VoiceMapping,
} from "../voice-mapping.ts";
import { isSpoken, spokenLanguage } from "./vonage.language.ts";

/** The voice settings of a `talk` action. */
interface VonageVoice {
  language: string;
  style?: number;
  premium?: true;
}

const STYLE = /^(\d{1,2})(-premium)?$/;

/** Returns the voice of the agent; where Vonage does not have it, the first style of the language. */
export const findVonageVoice = (voice: AgentVoice | undefined, language: string): VonageVoice =>
  mappedOr(mapVoice(voice, language), { language: spokenLanguage(spokenLanguageOf(voice, language)) });

/** Returns why Vonage cannot use the voice; null when it can. */
export const vonageVoiceProblem = (voice: AgentVoice, language: string): string | null =>
  problemOfMapping(mapVoice(voice, language));

const mapVoice = (voice: AgentVoice | undefined, agentLanguage: string): VoiceMapping<VonageVoice> => {
  const wanted = spokenLanguageOf(voice, agentLanguage);
  if (!isSpoken(wanted)) return noVoice(`Vonage has no voice for ${wanted}; it would speak American English.`);
  const language = spokenLanguage(wanted);
  if (voice === undefined || namesNoVoice(voice)) return { ok: true, voice: { language } };
  const { provider = "vonage", voice_id: voiceId, gender, speed } = voice;
  if (provider.toLowerCase() !== "vonage")
    return noVoice(`Vonage speaks with voices of vonage, not of ${provider}: name a style as voice_id.`);
  if (speed !== undefined) return noVoice("Vonage's voices have no speed: leave it out.");
  // Vonage's styles are numbers without a guaranteed gender.
  if (gender !== undefined && voiceId === undefined)
    return noVoice("Vonage chooses voices by a style, not by gender: name one as voice_id, such as 0, 2 or 2-premium.");
  const [, style, premium] = STYLE.exec(voiceId ?? "0") ?? [];
  if (style === undefined)
    return noVoice(`Vonage has no style "${voiceId}": name a number as voice_id, such as 0, 2 or 2-premium.`);
  return { ok: true, voice: { language, style: Number(style), ...(premium && { premium: true }) } };
};
