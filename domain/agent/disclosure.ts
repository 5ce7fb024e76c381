import type { AgentSettings } from "./agent-settings.ts";

const ENGLISH = "This call is recorded, and you are speaking with an artificial voice.";
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: ENGLISH,
  de: "Dieses Gespräch wird aufgezeichnet, und Sie sprechen mit einer künstlichen Stimme.",
  es: "Esta llamada se graba y usted habla con una voz artificial.",
  fr: "Cet appel est enregistré et vous parlez avec une voix artificielle.",
};

/**
 * Returns the sentence that a call must begin with, so that the person knows that they are recorded and that a machine
 * speaks: the agent's own, or ours where a call is recorded without one. Null where the organization has switched it
 * off, for a reason that is stored.
 */
export const composeDisclosure = (
  { disclosure, call_recording_enabled: isRecorded, language }: AgentSettings,
  { isSwitchedOff }: { isSwitchedOff: boolean },
): string | null => {
  if (isSwitchedOff) return null;
  if (disclosure !== null || !isRecorded) return disclosure;
  return BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? ENGLISH;
};
