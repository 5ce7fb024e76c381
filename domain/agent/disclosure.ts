import { z } from "zod";
import { optional } from "../json/optional-field.ts";
import type { AgentSettings } from "./agent-settings.ts";

/** An organization's setting in a request: who switches the disclosure of recorded calls off says why. */
export const disclosureSetting = z
  .strictObject({ enabled: z.boolean(), reason: optional(z.string().trim().min(1).max(1_000)) })
  .refine(({ enabled, reason }) => enabled || reason !== undefined, {
    path: ["reason"],
    message: "Say why recorded calls need not begin with a disclosure: the reason is stored",
  });

const ENGLISH = "This call is recorded, and you are speaking with an artificial voice.";
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: ENGLISH,
  de: "Dieses Gespräch wird aufgezeichnet, und Sie sprechen mit einer künstlichen Stimme.",
  es: "Esta llamada se graba y usted habla con una voz artificial.",
  fr: "Cet appel est enregistré et vous parlez avec une voix artificielle.",
};

/**
 * Returns the sentence that a call must begin with, so that the person knows that they are recorded and that a machine
 * speaks: the agent's own, or ours where a call is recorded without one, unless the organization has switched it off for a reason
 * that is stored; then the sentences of the rule packs that concern the call. Null: none.
 */
export const composeDisclosure = (
  { disclosure, call_recording_enabled: isRecorded, language }: AgentSettings,
  { isSwitchedOff, byPacks = [] }: { isSwitchedOff: boolean; byPacks?: readonly string[] },
): string | null => {
  const own = isSwitchedOff ? null : composeOwn({ disclosure, isRecorded, language });
  const sentences = [own, ...byPacks].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : [...new Set(sentences)].join(" ");
};

const composeOwn = ({
  disclosure,
  isRecorded,
  language,
}: Pick<AgentSettings, "disclosure" | "language"> & { isRecorded: boolean }): string | null => {
  if (disclosure !== null || !isRecorded) return disclosure;
  return BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? ENGLISH;
};
