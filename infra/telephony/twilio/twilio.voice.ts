import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { findPollyVoice } from "../polly-voices.ts";
import {
  chooseMappedVoice,
  chooseSpokenLanguage,
  findMappingProblem,
  mapPollyVoice,
  namesNoVoice,
  reportMissingVoice,
  type VoiceMapping,
} from "../voice-mapping.ts";

interface TwilioVoice {
  /** The `voice` of `<Say>`; null: the language's own. */
  say: string | null;
  /** The attributes of `<ConversationRelay>`; null: its own choice. */
  relay: { ttsProvider: "Amazon" | "Google" | "ElevenLabs"; voice: string } | null;
}

const USUAL: TwilioVoice = { say: null, relay: null };

const GOOGLE_VOICE = /^[a-z]{2,3}-[A-Z]{2}-[A-Za-z0-9-]+$/;
const ELEVENLABS_VOICE = /^[A-Za-z0-9]{20}(-[a-z0-9_]+)?$/;
/** ElevenLabs' fast model and its own defaults, used when only the speed is set. */
const ELEVENLABS_MODEL = "flash_v2_5";
const ELEVENLABS_REST = "0.5_0.75";
const SPEEDS = { least: 0.7, most: 1.2 };

/** Returns the attributes of `<Say>` and of `<ConversationRelay>` for the agent's voice. */
export const findTwilioVoice = (voice: AgentVoice | undefined, language: string): TwilioVoice =>
  chooseMappedVoice(mapVoice(voice, language), USUAL);

/** Returns why Twilio cannot use the voice; null when it can. */
export const findTwilioVoiceProblem = (voice: AgentVoice, language: string): string | null =>
  findMappingProblem(mapVoice(voice, language));

const mapVoice = (voice: AgentVoice | undefined, agentLanguage: string): VoiceMapping<TwilioVoice> => {
  if (voice === undefined || namesNoVoice(voice)) return { ok: true, voice: USUAL };
  const provider = voice.provider?.toLowerCase() ?? providerOf(voice.voice_id);
  if (voice.speed !== undefined && provider !== "elevenlabs")
    return reportMissingVoice(
      "On Twilio only voices of elevenlabs have a speed: leave it out, or choose such a voice.",
    );
  switch (provider) {
    case "amazon":
      return mapAmazon(voice, chooseSpokenLanguage(voice, agentLanguage));
    case "google":
      return mapGoogle(voice);
    case "elevenlabs":
      return mapElevenLabs(voice);
    default:
      return reportMissingVoice(`Twilio speaks with voices of amazon, google or elevenlabs, not of ${provider}.`);
  }
};

const providerOf = (voiceId: string | undefined): string => {
  if (voiceId === undefined || findPollyVoice(voiceId)) return "amazon";
  if (GOOGLE_VOICE.test(voiceId)) return "google";
  return ELEVENLABS_VOICE.test(voiceId) ? "elevenlabs" : "amazon";
};

const mapAmazon = (voice: AgentVoice, language: string): VoiceMapping<TwilioVoice> => {
  const found = mapPollyVoice(voice, { carrier: "Twilio", language });
  if (!found.ok) return found;
  const { name, engines } = found.voice;
  const engine =
    /-(Neural|Generative)$/.exec(voice.voice_id ?? "")?.[0] ?? (engines.includes("neural") ? "-Neural" : "");
  const spoken = `${name}${engine}`;
  return { ok: true, voice: { say: `Polly.${spoken}`, relay: { ttsProvider: "Amazon", voice: spoken } } };
};

const mapGoogle = ({ voice_id: voiceId }: AgentVoice): VoiceMapping<TwilioVoice> =>
  voiceId !== undefined && GOOGLE_VOICE.test(voiceId)
    ? { ok: true, voice: { say: `Google.${voiceId}`, relay: { ttsProvider: "Google", voice: voiceId } } }
    : reportMissingVoice("Voices of google are chosen by a voice_id such as en-US-Neural2-F or en-US-Chirp3-HD-Aoede.");

/** `<Say>` has no voices of ElevenLabs, so speech outside the relay uses the language's own voice. */
const mapElevenLabs = ({ voice_id: voiceId, speed }: AgentVoice): VoiceMapping<TwilioVoice> => {
  if (voiceId === undefined || !ELEVENLABS_VOICE.test(voiceId))
    return reportMissingVoice(
      "Voices of elevenlabs are chosen by the voice_id of twenty characters that ElevenLabs shows.",
    );
  if (speed === undefined)
    return { ok: true, voice: { say: null, relay: { ttsProvider: "ElevenLabs", voice: voiceId } } };
  if (speed < SPEEDS.least || speed > SPEEDS.most)
    return reportMissingVoice(`Voices of elevenlabs speak at a speed from ${SPEEDS.least} to ${SPEEDS.most}.`);
  const [id, model = ELEVENLABS_MODEL] = voiceId.split("-");
  const voice = `${id}-${model}-${speed}_${ELEVENLABS_REST}`;
  return { ok: true, voice: { say: null, relay: { ttsProvider: "ElevenLabs", voice } } };
};
