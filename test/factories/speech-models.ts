import type { TestDatabase } from "../harness/test-database.ts";

interface SpeechModels {
  organizationId: number;
  baseUrl: string;
  providers?: { tts: string; stt: string };
}

/** Gives an organization models that speak and hear, of a provider at this address. */
export const createSpeechModelRows = async (
  { everything }: TestDatabase,
  { organizationId, baseUrl, providers = { tts: "openai", stt: "openai" } }: SpeechModels,
): Promise<void> => {
  const rows = (["tts", "stt"] as const).map((part) => ({
    organization_id: organizationId,
    part,
    provider: providers[part],
    model: "stand-in",
    base_url: baseUrl,
  }));
  await everything.insertInto("model_configurations").values(rows).execute();
};
