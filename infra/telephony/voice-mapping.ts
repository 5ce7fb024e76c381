import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { findPollyVoice, listPollyVoices, listPollyVoicesOfLanguage, type PollyVoice } from "./polly-voices.ts";

/** The voice in a carrier's terms, or a sentence that says why the carrier does not have it. */
export type VoiceMapping<T> = { ok: true; voice: T } | { ok: false; problem: string };

export const reportMissingVoice = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

/** Returns the mapped voice; `fallback`, the carrier's default, where it does not have it. */
export const chooseMappedVoice = <T>(mapping: VoiceMapping<T>, fallback: T): T =>
  mapping.ok ? mapping.voice : fallback;

export const findMappingProblem = (mapping: VoiceMapping<unknown>): string | null =>
  mapping.ok ? null : mapping.problem;

/** Returns the spoken language: the voice's own, else the agent's. */
export const chooseSpokenLanguage = (voice: AgentVoice | undefined, language: string): string =>
  voice?.language ?? language;

/** Tells whether the voice names nothing but a language. */
export const namesNoVoice = (voice: AgentVoice | undefined): boolean =>
  voice === undefined ||
  [voice.provider, voice.voice_id, voice.gender, voice.speed].every((part) => part === undefined);

/**
 * Maps to one of Amazon's voices: the named one, else one of the language and gender. `carrier` is for the sentence.
 */
export const mapPollyVoice = (
  { voice_id: voiceId, gender }: AgentVoice,
  { carrier, language, engine }: { carrier: string; language: string; engine?: "standard" | "neural" },
): VoiceMapping<PollyVoice> => {
  const choices = listPollyVoices(language, engine);
  const listed = choices === "" ? "There are none of this language" : `Choose one of ${choices}`;
  if (voiceId !== undefined) {
    const named = findPollyVoice(voiceId);
    if (named && (engine === undefined || named.engines.includes(engine))) return { ok: true, voice: named };
    return reportMissingVoice(`${carrier} knows no voice "${voiceId}" of Amazon's. ${listed}.`);
  }
  const chosen = listPollyVoicesOfLanguage(language, engine).find(
    (voice) => gender === undefined || voice.gender === gender,
  );
  return chosen
    ? { ok: true, voice: chosen }
    : reportMissingVoice(`${carrier} has no ${gender ?? ""} voice for ${language}. ${listed}.`.replace("  ", " "));
};
