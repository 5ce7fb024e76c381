import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import {
  chooseMappedVoice,
  chooseSpokenLanguage,
  findMappingProblem,
  mapPollyVoice,
  namesNoVoice,
  reportMissingVoice,
  type VoiceMapping,
} from "../voice-mapping.ts";
import { toSpeakLanguage } from "./telnyx.speak-language.ts";

/** The voice settings of `speak` and of a relay; a relay without them uses its default. */
interface TelnyxVoice {
  voice: string | null;
  settings?: { type: "telnyx"; voice_speed: number };
}

const USUAL: TelnyxVoice = { voice: null };

const TELNYX_VOICE = /^[A-Za-z0-9]+\.[A-Za-z0-9_-]+$/;
const AZURE_VOICE = /^[a-z]{2,3}-[A-Z]{2}-[A-Za-z:]+$/;
const SPEEDS = { least: 0.1, most: 2 };

export const findTelnyxVoice = (voice: AgentVoice | undefined, language: string): TelnyxVoice =>
  chooseMappedVoice(mapVoice(voice, language), USUAL);

/** Returns why Telnyx cannot use the voice; null when it can. */
export const findTelnyxVoiceProblem = (voice: AgentVoice, language: string): string | null =>
  findMappingProblem(mapVoice(voice, language));

const mapVoice = (voice: AgentVoice | undefined, agentLanguage: string): VoiceMapping<TelnyxVoice> => {
  const language = chooseSpokenLanguage(voice, agentLanguage);
  if (voice === undefined || namesNoVoice(voice))
    return speaks(language) ? { ok: true, voice: USUAL } : silent(language);
  const provider = voice.provider?.toLowerCase() ?? providerOf(voice.voice_id);
  if (voice.speed !== undefined && provider !== "telnyx")
    return reportMissingVoice("On Telnyx only voices of telnyx have a speed: leave it out, or choose such a voice.");
  switch (provider) {
    case "amazon":
      return mapAmazon(voice, language);
    case "telnyx":
      return mapOwn(voice);
    case "azure":
      return voice.voice_id !== undefined && AZURE_VOICE.test(voice.voice_id)
        ? { ok: true, voice: { voice: `Azure.${voice.voice_id}` } }
        : reportMissingVoice("Voices of azure are chosen by a voice_id such as en-US-BrianMultilingualNeural.");
    case "elevenlabs":
      return reportMissingVoice(
        "Telnyx speaks with elevenlabs only by a key that is stored at Telnyx: choose amazon, azure or telnyx.",
      );
    default:
      return reportMissingVoice(`Telnyx speaks with voices of amazon, azure or telnyx, not of ${provider}.`);
  }
};

/** Languages are compared by their first part: another country's voice is better than another language's. */
const speaks = (tag: string): boolean => {
  const base = tag.toLowerCase().split("-")[0];
  return base === "en" || toSpeakLanguage(tag) !== "en-US";
};

const silent = (language: string) =>
  reportMissingVoice(`Telnyx has no voice for ${language}; it would speak American English.`);

const providerOf = (voiceId: string | undefined): string => {
  if (voiceId !== undefined && AZURE_VOICE.test(voiceId)) return "azure";
  return voiceId !== undefined && TELNYX_VOICE.test(voiceId) ? "telnyx" : "amazon";
};

const mapAmazon = (voice: AgentVoice, language: string): VoiceMapping<TelnyxVoice> => {
  const found = mapPollyVoice(voice, { carrier: "Telnyx", language });
  if (!found.ok) return found;
  const { name, engines } = found.voice;
  const isNeural = voice.voice_id?.endsWith("-Neural") || (voice.voice_id === undefined && engines.includes("neural"));
  const needsNeural = isNeural || !engines.includes("standard");
  return { ok: true, voice: { voice: `AWS.Polly.${name}${needsNeural ? "-Neural" : ""}` } };
};

const mapOwn = ({ voice_id: voiceId, speed }: AgentVoice): VoiceMapping<TelnyxVoice> => {
  if (voiceId === undefined || !TELNYX_VOICE.test(voiceId))
    return reportMissingVoice(
      "Voices of telnyx are chosen by model and name, such as KokoroTTS.af or NaturalHD.astra.",
    );
  if (speed === undefined) return { ok: true, voice: { voice: `Telnyx.${voiceId}` } };
  if (speed < SPEEDS.least || speed > SPEEDS.most)
    return reportMissingVoice(`Voices of telnyx speak at a speed from ${SPEEDS.least} to ${SPEEDS.most}.`);
  return { ok: true, voice: { voice: `Telnyx.${voiceId}`, settings: { type: "telnyx", voice_speed: speed } } };
};
