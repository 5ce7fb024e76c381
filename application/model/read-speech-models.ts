import { type AgentSettings, readAgentSettings } from "../../domain/agent/agent-settings.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readNamedModel } from "./read-agent-model.ts";
import { readModelChoice } from "./model-choice.ts";

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
 * Reads both models: those that the agent's settings name, else the organization's. Null: one of the two is not
 * configured. Throws a `ModelError` when the credential with the key of an agent's own was removed.
 */
export const readSpeechModels = async (
  tx: OrganizationTransaction,
  { organizationId, settings, secrets }: Reader,
): Promise<SpeechModels | null> => {
  const read = (part: (typeof PARTS)[number]) => {
    const named = settings.models?.[part];
    return named ? readNamedModel(tx, named, secrets) : readModelChoice(tx, { organizationId, part, secrets });
  };
  const tts = await read("tts");
  const stt = await read("stt");
  return tts && stt ? { tts, stt } : null;
};

/** Tells whether a version's agent has both models, of its own or of its organization; null: the version is not known. */
export const hasSpeechModels = async (tx: OrganizationTransaction, versionId: number | null): Promise<boolean> => {
  const version = await tx
    .selectFrom("agent_versions")
    .select("configurations")
    .where("id", "=", versionId)
    .executeTakeFirst();
  const { models } = readAgentSettings(version?.configurations ?? {});
  const rows = await tx.selectFrom("model_configurations").select("part").where("part", "in", PARTS).execute();
  return PARTS.every((part) => models?.[part] != null || rows.some((row) => row.part === part));
};
