import { sql } from "kysely";
import { z } from "zod";
import type { ModelChoice } from "../../models/open-model.ts";
import { scriptLine } from "../../models/scripted.model.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { ModelConfiguration } from "./model-configuration.entity.ts";

export type ModelPart = ModelConfiguration["part"];

/** Returns the context for which a key is sealed. */
export const buildModelKeySealContext = (organizationId: number, part: string): string =>
  `model:org-${organizationId}:${part}`;

export const listModelConfigurations = (tx: OrganizationTransaction): Promise<ModelConfiguration[]> =>
  tx.selectFrom("model_configurations").selectAll().execute();

/**
 * Sets or deletes one part of an organization's models. It is an upsert by the database's clock, not an entity: readers later
 * compare `updated_at` to the microsecond, and the clocks of several processes could show the same time.
 */
export const writeModelConfiguration = async (
  tx: OrganizationTransaction,
  { organizationId, part }: { organizationId: number; part: ModelPart },
  values: Omit<ModelConfiguration, "organization_id" | "part" | "updated_at"> | null,
): Promise<void> => {
  if (values === null) {
    await tx.deleteFrom("model_configurations").where("part", "=", part).execute();
    return;
  }
  await tx
    .insertInto("model_configurations")
    .values({ ...values, organization_id: organizationId, part })
    .onConflict((clash) =>
      clash.columns(["organization_id", "part"]).doUpdateSet({ ...values, updated_at: sql<Date>`now()` }),
    )
    .execute();
};

/** Returns when a part was last set, for comparison with an earlier reading; null: it is not configured. */
export const readSetAt = async (tx: OrganizationTransaction, part: ModelPart): Promise<string | null> => {
  const row = await tx
    .selectFrom("model_configurations")
    .select(sql<string>`updated_at::text`.as("set_at"))
    .where("part", "=", part)
    .executeTakeFirst();
  return row?.set_at ?? null;
};

interface Part {
  organizationId: number;
  part: ModelPart;
  secrets: SecretBox;
}

/** Reads the organization's language model with its key opened; null: nothing is configured. */
export const readModelChoice = async (tx: OrganizationTransaction, opened: Part): Promise<ModelChoice | null> => {
  const row = await tx
    .selectFrom("model_configurations")
    .selectAll()
    .where("part", "=", opened.part)
    .executeTakeFirst();
  return row ? openModelChoice(row, opened) : null;
};

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
