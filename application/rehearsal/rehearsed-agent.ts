import { z } from "zod";
import { readDispositions } from "../../domain/agent/disposition-codes.ts";
import { listDisclosures } from "../../domain/rule-pack/applied-rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { choosePacks } from "../../infra/rule-pack/rule-packs.ts";

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

/** The rule packs of an organization, and the country in which people of scenarios have their numbers. */
export interface RehearsedPacks {
  names: readonly string[];
  unconfirmed: readonly string[];
  country: string | null;
}

/**
 * Lists what packs have a call say at its beginning. A person who is made up has no number: it counts as one of the organization's own
 * country, and of the region that the scenario's context names.
 */
export const listRehearsedDisclosures = (
  { names, unconfirmed, country }: RehearsedPacks,
  { region, language }: { region: unknown; language: string },
): string[] => {
  const person = { phoneNumber: "", country, region: typeof region === "string" ? region : null };
  return listDisclosures({ packs: choosePacks(names), unconfirmed }, person, language);
};

/** Reads what decides for all calls of the organization how they begin. */
export const readOrganizationOfCalls = async (
  tx: OrganizationTransaction,
  organizationId: number,
): Promise<{
  organizationZone: string | null;
  organizationName: string;
  isDisclosureOff: boolean;
  rulePacks: RehearsedPacks;
}> => {
  const row = await tx
    .selectFrom("organizations")
    .select(["timezone", "disclosure_off_reason", "name", "country", "rule_packs", "unconfirmed_rules"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return {
    organizationZone: row.timezone,
    organizationName: row.name,
    isDisclosureOff: row.disclosure_off_reason !== null,
    rulePacks: { names: row.rule_packs ?? [], unconfirmed: row.unconfirmed_rules ?? [], country: row.country },
  };
};
