import type { RuleChoice } from "../../domain/rule-pack/applied-rules.ts";
import type { OwnRule } from "../../domain/rule-pack/own-rule.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { choosePacks, type ShippedPack } from "../../infra/rule-pack/rule-packs.ts";

/** The columns of an organization that choose rules. */
export interface RuleColumns {
  rule_packs: readonly string[] | null;
  unconfirmed_rules: readonly string[] | null;
  own_rules: readonly OwnRule[] | null;
}

export interface OrganizationRules extends RuleChoice {
  packs: readonly ShippedPack[];
}

/** Returns the rules of an organization; null: it has chosen none. */
export const readChosenRules = ({
  rule_packs: names,
  unconfirmed_rules,
  own_rules,
}: RuleColumns): OrganizationRules | null =>
  names === null && own_rules === null
    ? null
    : { packs: choosePacks(names ?? []), unconfirmed: unconfirmed_rules ?? [], own: own_rules ?? [] };

/** The rules of the organization for the calls of a campaign; null: it has chosen none, or nobody real is called. */
export const readClaimRules = async (
  tx: OrganizationTransaction,
  { organization_id: organizationId, environment }: Campaign,
): Promise<OrganizationRules | null> => {
  if (environment === "sandbox") return null;
  return readChosenRules(await readRuleColumns(tx, organizationId));
};

export const readRuleColumns = (tx: OrganizationTransaction, organizationId: number): Promise<RuleColumns> =>
  tx
    .selectFrom("organizations")
    .select(["rule_packs", "unconfirmed_rules", "own_rules"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
