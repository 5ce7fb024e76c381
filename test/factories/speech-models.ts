import type { TestDatabase } from "../harness/test-database.ts";

interface SpeechModels {
  organizationId: number;
  baseUrl: string;
  /** Absent for a part: those of the machine itself do it. */
  providers?: { tts?: string; stt?: string };
}

/** Gives an organization models that speak and hear, of a provider at this address. */
export const createSpeechModelRows = async (
  { everything }: TestDatabase,
  { organizationId, baseUrl, providers = { tts: "openai", stt: "openai" } }: SpeechModels,
): Promise<void> => {
  const rows = (["tts", "stt"] as const).flatMap((part) => {
    const provider = providers[part];
    const row = { organization_id: organizationId, part, model: "stand-in", base_url: baseUrl };
    return provider === undefined ? [] : [{ ...row, provider }];
  });
  await everything.insertInto("model_configurations").values(rows).execute();
};
