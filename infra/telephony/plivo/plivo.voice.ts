import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { listPollyVoices, listPollyVoicesOfLanguage } from "../polly-voices.ts";
import {
  chooseMappedVoice,
  chooseSpokenLanguage,
  findMappingProblem,
  mapPollyVoice,
  namesNoVoice,
  reportMissingVoice,
  type VoiceMapping,
} from "../voice-mapping.ts";

const DEFAULT_LANGUAGE = "en-US";

/**
 * The languages of Plivo's own voices; any other makes Plivo end the call. The first entry of a language serves its
 * other countries.
 */
const SPOKEN = [
  "da-DK",
  "de-DE",
  "en-US",
  "en-AU",
  "en-GB",
  "es-US",
  "es-ES",
  "fr-FR",
  "fr-CA",
  "it-IT",
  "nl-NL",
  "pl-PL",
  "pt-PT",
  "pt-BR",
  "ru-RU",
  "sv-SE",
];

/** The attributes of `<Speak>`, and its speed. */
interface PlivoVoice {
  language: string;
  /** Absent: Plivo's own voice. */
  voice?: string;
  /** 1 is the voice's normal speed; only Amazon's voices have others. */
  speed?: number;
}

const SPEEDS = { least: 0.25, most: 2 };

/** Returns the voice of the agent; where Plivo does not have it, the default of the language. */
export const findPlivoVoice = (voice: AgentVoice | undefined, language: string): PlivoVoice =>
  chooseMappedVoice(
    mapVoice(voice, language),
    usualVoice(chooseSpokenLanguage(voice, language)) ?? { language: DEFAULT_LANGUAGE },
  );

/** Returns why Plivo cannot use the voice; null when it can. */
export const findPlivoVoiceProblem = (voice: AgentVoice, language: string): string | null =>
  findMappingProblem(mapVoice(voice, language));

const mapVoice = (voice: AgentVoice | undefined, agentLanguage: string): VoiceMapping<PlivoVoice> => {
  const language = chooseSpokenLanguage(voice, agentLanguage);
  if (voice === undefined || namesNoVoice(voice)) {
    const usual = usualVoice(language);
    return usual
      ? { ok: true, voice: usual }
      : reportMissingVoice(`Plivo has no voice for ${language}; it would speak American English.`);
  }
  const provider = voice.provider?.toLowerCase() ?? "amazon";
  if (provider !== "amazon")
    return reportMissingVoice(
      `Plivo speaks with voices of amazon, not of ${provider}. Choose one of ${listPollyVoices(language, "standard")}.`,
    );
  const found = mapPollyVoice(voice, { carrier: "Plivo", language, engine: "standard" });
  if (!found.ok) return found;
  const { speed } = voice;
  if (speed !== undefined && (speed < SPEEDS.least || speed > SPEEDS.most))
    return reportMissingVoice(`Plivo speaks at a speed from ${SPEEDS.least} to ${SPEEDS.most}.`);
  const mapped = { language: found.voice.language, voice: `Polly.${found.voice.name}` };
  return { ok: true, voice: speed === undefined ? mapped : { ...mapped, speed } };
};

/** Plivo's own English voices differ too much from Indian English. */
const SPOKEN_BY_AMAZON = new Set(["en-in"]);

/**
 * Returns Plivo's own voice of the language or of another country's; else Amazon's; null when neither has the language.
 */
const usualVoice = (tag: string): PlivoVoice | null => {
  const wanted = tag.toLowerCase();
  const own = SPOKEN.find((each) => each.toLowerCase() === wanted);
  const sameTongue = own ?? SPOKEN.find((each) => each.slice(0, 2) === wanted.split("-")[0]);
  if (sameTongue !== undefined && !SPOKEN_BY_AMAZON.has(wanted)) return { language: sameTongue };
  const [polly] = listPollyVoicesOfLanguage(tag, "standard");
  return polly ? { language: polly.language, voice: `Polly.${polly.name}` } : null;
};

/** Returns the language for speech recognition, which knows many more than the voices do. */
export const chooseHeardLanguage = (language: string): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? language : DEFAULT_LANGUAGE;
