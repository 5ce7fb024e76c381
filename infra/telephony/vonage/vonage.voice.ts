import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import {
  chooseMappedVoice,
  chooseSpokenLanguage,
  findMappingProblem,
  namesNoVoice,
  reportMissingVoice,
  type VoiceMapping,
} from "../voice-mapping.ts";
import { findSpokenLanguage, isSpoken } from "./vonage.language.ts";

/** The voice settings of a `talk` action. */
interface VonageVoice {
  language: string;
  style?: number;
  premium?: true;
}

const STYLE = /^(\d{1,2})(-premium)?$/;

/** Returns the voice of the agent; where Vonage does not have it, the first style of the language. */
export const findVonageVoice = (voice: AgentVoice | undefined, language: string): VonageVoice =>
  chooseMappedVoice(mapVoice(voice, language), { language: findSpokenLanguage(chooseSpokenLanguage(voice, language)) });

/** Returns why Vonage cannot use the voice; null when it can. */
export const findVonageVoiceProblem = (voice: AgentVoice, language: string): string | null =>
  findMappingProblem(mapVoice(voice, language));

const mapVoice = (voice: AgentVoice | undefined, agentLanguage: string): VoiceMapping<VonageVoice> => {
  const wanted = chooseSpokenLanguage(voice, agentLanguage);
  if (!isSpoken(wanted))
    return reportMissingVoice(`Vonage has no voice for ${wanted}; it would speak American English.`);
  const language = findSpokenLanguage(wanted);
  if (voice === undefined || namesNoVoice(voice)) return { ok: true, voice: { language } };
  const { provider = "vonage", voice_id: voiceId, gender, speed } = voice;
  if (provider.toLowerCase() !== "vonage")
    return reportMissingVoice(`Vonage speaks with voices of vonage, not of ${provider}: name a style as voice_id.`);
  if (speed !== undefined) return reportMissingVoice("Vonage's voices have no speed: leave it out.");
  // Vonage's styles are numbers without a guaranteed gender.
  if (gender !== undefined && voiceId === undefined)
    return reportMissingVoice(
      "Vonage chooses voices by a style, not by gender: name one as voice_id, such as 0, 2 or 2-premium.",
    );
  const [, style, premium] = STYLE.exec(voiceId ?? "0") ?? [];
  if (style === undefined)
    return reportMissingVoice(
      `Vonage has no style "${voiceId}": name a number as voice_id, such as 0, 2 or 2-premium.`,
    );
  return { ok: true, voice: { language, style: Number(style), ...(premium && { premium: true }) } };
};
