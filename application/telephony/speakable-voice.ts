import { findOwnModel } from "../../domain/agent/agent-models.ts";
import type { AgentSettings } from "../../domain/agent/agent-settings.ts";
import type { AgentVoice } from "../../domain/agent/agent-voice.ts";
import { SIMULATOR } from "../../domain/environment/sandbox.rules.ts";
import { findSpeechVoiceProblem } from "../../infra/models/speech-voices.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { findGenderContradiction } from "./voice-gender.ts";

interface Speakers {
  carriers: CarrierRegistry;
  /** True where conversations can have audio, in which a model speaks. */
  hasAudio: boolean;
}

interface VoiceOfAgent extends Partial<Pick<AgentSettings, "models">> {
  voice: AgentVoice | null;
  language: string;
}

/**
 * Returns why a voice cannot be used; null: it can. It cannot when neither the organization's carriers nor the model that
 * speaks in its conversations with audio have it, or, with only the simulator's account, when no carrier at all has it:
 * every call would use another voice; nor when its name and its gender contradict each other. When one has it, the others use their default.
 */
export const findVoiceFault = async (
  tx: OrganizationTransaction,
  { carriers, hasAudio }: Speakers,
  { voice, language, models = null }: VoiceOfAgent,
): Promise<string | null> => {
  if (voice === null) return null;
  const contradiction = findGenderContradiction(voice, language);
  if (contradiction !== null) return contradiction;
  const own = await connectedCarriers(tx);
  const speech = hasAudio ? await speakingModel(tx, models) : null;
  const providers = own.length > 0 ? own : realCarriers(carriers);
  const problems = providers
    .filter((provider) => !speaksByModel(carriers, provider))
    .map((provider) => voiceProblem(carriers, provider, { voice, language }));
  if (speech !== null) problems.push(findSpeechVoiceProblem(voice, speech));
  // Until a model that speaks is set, nothing is known of its voices.
  return problems.length === 0 || problems.includes(null) ? null : problems.join(" ");
};

/** Tells whether the platform itself speaks in the carrier's calls. */
const speaksByModel = (carriers: CarrierRegistry, provider: string): boolean =>
  carriers.has(provider) && carriers.get(provider).description.speaksThrough === "media";

/** Returns the model that speaks for the agent where there is audio; null: none does. */
const speakingModel = async (tx: OrganizationTransaction, models: AgentSettings["models"]) => {
  const own = findOwnModel({ models }, "tts");
  if (own) return { ...own, baseUrl: own.base_url };
  const row = await tx
    .selectFrom("model_configurations")
    .select(["provider", "model", "base_url as baseUrl"])
    .where("part", "=", "tts")
    .executeTakeFirst();
  return row ?? null;
};

const connectedCarriers = async (tx: OrganizationTransaction): Promise<string[]> => {
  const rows = await tx
    .selectFrom("telephony_configurations")
    .select("provider")
    .distinct()
    .where("provider", "!=", SIMULATOR)
    .where("inactive_since", "is", null)
    .orderBy("provider")
    .execute();
  return rows.map(({ provider }) => provider);
};

const realCarriers = (carriers: CarrierRegistry): string[] =>
  carriers
    .descriptions()
    .filter(({ provider, unavailable }) => provider !== SIMULATOR && unavailable === undefined)
    .map(({ provider }) => provider);

const voiceProblem = (
  carriers: CarrierRegistry,
  provider: string,
  { voice, language }: { voice: AgentVoice; language: string },
): string | null => (carriers.has(provider) ? carriers.get(provider).description.voiceProblem(voice, language) : null);
