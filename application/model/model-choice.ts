import { z } from "zod";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import { scriptLine } from "../../infra/models/scripted.model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { ModelConfiguration } from "../../infra/postgres/model/model-configuration.entity.ts";
import {
  buildModelKeySealContext,
  findModelConfiguration,
  type ModelPart,
} from "../../infra/postgres/model/model-configuration.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

interface Part {
  organizationId: number;
  part: ModelPart;
  secrets: SecretBox;
}

export interface EmbeddingsReader {
  organizationId: number;
  secrets: SecretBox;
  /** For an organization that configured none. */
  defaultEmbeddings: ModelChoice | null;
}

/** Reads the organization's model of a part with its key opened; null: nothing is configured. */
export const readModelChoice = async (tx: OrganizationTransaction, opened: Part): Promise<ModelChoice | null> => {
  const row = await findModelConfiguration(tx, opened.part);
  return row ? openModelChoice(row, opened) : null;
};

/** Reads the model for embeddings, else the default; null: there is none. */
export const readEmbeddings = async (
  tx: OrganizationTransaction,
  { organizationId, secrets, defaultEmbeddings }: EmbeddingsReader,
): Promise<ModelChoice | null> =>
  (await readModelChoice(tx, { organizationId, part: "embeddings", secrets })) ?? defaultEmbeddings;

/** Reads the choice. Throws when the key cannot be opened. */
export const openModelChoice = (
  row: Pick<ModelConfiguration, "provider" | "model" | "base_url" | "settings" | "api_key_sealed">,
  { organizationId, part, secrets }: Part,
): ModelChoice => ({
  provider: row.provider,
  model: row.model,
  baseUrl: row.base_url,
  apiKey: row.api_key_sealed && secrets.open(row.api_key_sealed, buildModelKeySealContext(organizationId, part)),
  script: z
    .array(scriptLine)
    .catch([])
    .parse(row.settings["script"] ?? []),
});
