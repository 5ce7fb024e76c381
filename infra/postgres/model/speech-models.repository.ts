import type { ModelChoice } from "../../models/open-model.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import { readModelChoice } from "./model-configuration.repository.ts";

/** The models with which an organization speaks and listens. */
export interface SpeechModels {
  tts: ModelChoice;
  stt: ModelChoice;
}

/** Reads both models; null: one of the two is not configured. */
export const readSpeechModels = async (
  tx: OrganizationTransaction,
  reader: { organizationId: number; secrets: SecretBox },
): Promise<SpeechModels | null> => {
  const [tts, stt] = await Promise.all([
    readModelChoice(tx, { ...reader, part: "tts" }),
    readModelChoice(tx, { ...reader, part: "stt" }),
  ]);
  return tts && stt ? { tts, stt } : null;
};

export const hasSpeechModels = async (tx: OrganizationTransaction): Promise<boolean> => {
  const rows = await tx.selectFrom("model_configurations").select("part").where("part", "in", ["tts", "stt"]).execute();
  return rows.length === 2;
};
