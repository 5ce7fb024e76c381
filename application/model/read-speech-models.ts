import { findOwnModel } from "../../domain/agent/agent-models.ts";
import { type AgentSettings, readAgentSettings } from "../../domain/agent/agent-settings.ts";
import { findLocalSpeechProblem, LOCAL_MODELS, LOCAL_SPEECH } from "../../domain/model/local-speech.rules.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { isSpeechLocal } from "../../infra/postgres/web-call/media-process.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { readModelChoice } from "./model-choice.ts";
import { readNamedModel } from "./read-agent-model.ts";

/** The models with which a conversation with audio speaks and listens. */
export interface SpeechModels {
  tts: ModelChoice;
  stt: ModelChoice;
}

const PARTS = ["tts", "stt"] as const;

interface Reader {
  organizationId: number;
  settings: AgentSettings;
  secrets: SecretBox;
}

/**
 * Reads both models: those that the agent's settings name, else the organization's, else those of this machine, where they speak
 * and hear the agent's language. Null: there is none for one of the two. Throws a `ModelError` when the credential with the key of an
 * agent's own was removed.
 */
export const readSpeechModels = async (
  tx: OrganizationTransaction,
  { organizationId, settings, secrets }: Reader,
): Promise<SpeechModels | null> => {
  const read = async (part: (typeof PARTS)[number]): Promise<ModelChoice | null> => {
    const named = findOwnModel(settings, part);
    if (named) return readNamedModel(tx, named, secrets);
    return (await readModelChoice(tx, { organizationId, part, secrets })) ?? chooseLocalModel(part, settings);
  };
  const tts = await read("tts");
  const stt = await read("stt");
  return tts && stt ? { tts, stt } : null;
};

const chooseLocalModel = (part: (typeof PARTS)[number], settings: AgentSettings): ModelChoice | null =>
  findLocalSpeechProblem(part, readSpokenLanguage(settings)) === null
    ? { provider: LOCAL_SPEECH, model: LOCAL_MODELS[part], apiKey: null, baseUrl: null, script: [] }
    : null;

/** Returns the language that an agent speaks and hears. */
export const readSpokenLanguage = ({ voice, language }: Pick<AgentSettings, "voice" | "language">): string =>
  voice?.language ?? language;

/**
 * Tells whether a version's agent has both models, of its own, of its organization or of this machine; null: the version is not
 * known. Those of this machine count where a media process has them.
 */
export const hasSpeechModels = async (tx: OrganizationTransaction, versionId: number | null): Promise<boolean> => {
  const version = await tx
    .selectFrom("agent_versions")
    .select("configurations")
    .where("id", "=", versionId)
    .executeTakeFirst();
  const settings = readAgentSettings(version?.configurations ?? {});
  const providers = await listSpeechProviders(tx, settings);
  if (providers.some(({ provider }) => provider === null)) return false;
  return providers.every(({ provider }) => provider !== LOCAL_SPEECH) || isSpeechLocal(tx);
};

/** Lists the providers that hear and speak for an agent; null: no model does. `isChosen`: somebody has set it. */
export const listSpeechProviders = async (tx: OrganizationTransaction, settings: AgentSettings) => {
  const rows = await tx
    .selectFrom("model_configurations")
    .select(["part", "provider"])
    .where("part", "in", PARTS)
    .execute();
  return PARTS.map((part) => {
    const chosen = findOwnModel(settings, part)?.provider ?? rows.find((row) => row.part === part)?.provider;
    const byDefault = findLocalSpeechProblem(part, readSpokenLanguage(settings)) === null ? LOCAL_SPEECH : null;
    return { part, provider: chosen ?? byDefault, isChosen: chosen !== undefined };
  });
};
