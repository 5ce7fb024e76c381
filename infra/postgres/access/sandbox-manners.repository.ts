import type { SandboxManners } from "../../../domain/environment/sandbox-manners.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Reads the manners that the organization has given the simulator of its sandbox; null: none. */
export const readSandboxManners = async (tx: OrganizationTransaction): Promise<SandboxManners | null> => {
  const row = await tx.selectFrom("organizations").select("sandbox_manners").executeTakeFirst();
  return row?.sandbox_manners ?? null;
};

export const writeSandboxManners = async (
  tx: OrganizationTransaction,
  organizationId: number,
  manners: SandboxManners | null,
): Promise<void> => {
  await tx.updateTable("organizations").set({ sandbox_manners: manners }).where("id", "=", organizationId).execute();
};
