import type { TestDatabase } from "../harness/test-database.ts";

/** Gives an organization models that speak and hear, of a provider at this address. */
export const createSpeechModelRows = async (
  { everything }: TestDatabase,
  { organizationId, baseUrl }: { organizationId: number; baseUrl: string },
): Promise<void> => {
  const rows = (["tts", "stt"] as const).map((part) => ({
    organization_id: organizationId,
    part,
    provider: "openai",
    model: "stand-in",
    base_url: baseUrl,
  }));
  await everything.insertInto("model_configurations").values(rows).execute();
};
