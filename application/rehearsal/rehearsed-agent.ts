import { z } from "zod";
import { readDispositions } from "../../infra/postgres/agent/dispositions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** The version of an agent that is rehearsed, as its rehearsal's row keeps it. */
export const rehearsedVersion = z.object({
  definition: z.record(z.string(), z.unknown()),
  configurations: z.record(z.string(), z.unknown()),
  variables: z.record(z.string(), z.unknown()),
  dispositions: z.array(z.string()),
});
export type RehearsedVersion = z.output<typeof rehearsedVersion>;

/** A version as it is stored, beside its agent's dispositions. */
export const keepVersion = (
  version: Record<"definition" | "configurations" | "template_context_variables", Record<string, unknown>>,
  codes: Record<string, unknown> | null,
): RehearsedVersion => ({
  definition: version.definition,
  configurations: version.configurations,
  variables: version.template_context_variables,
  dispositions: readDispositions(codes),
});

/** Reads what decides for all calls of the organization how they begin. */
export const readOrganizationOfCalls = async (
  tx: OrganizationTransaction,
  organizationId: number,
): Promise<{ organizationZone: string | null; organizationName: string; isDisclosureOff: boolean }> => {
  const row = await tx
    .selectFrom("organizations")
    .select(["timezone", "disclosure_off_reason", "name"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return {
    organizationZone: row.timezone,
    organizationName: row.name,
    isDisclosureOff: row.disclosure_off_reason !== null,
  };
};
