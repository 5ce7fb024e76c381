import { sql } from "kysely";
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

export const findModelConfiguration = (
  tx: OrganizationTransaction,
  part: ModelPart,
): Promise<ModelConfiguration | undefined> =>
  tx.selectFrom("model_configurations").selectAll().where("part", "=", part).executeTakeFirst();
