import { isInForce, nameOfRule } from "../../domain/rule-pack/applied-rules.ts";
import { nameOfPack } from "../../domain/rule-pack/rule-pack.ts";
import { choosePacks, listRulePacks } from "../../infra/rule-pack/rule-packs.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Lists every version of every pack, with what the organization has chosen of it. */
export const listRulePacksOf = async (context: OperationContext) => {
  const { rule_packs: names, unconfirmed_rules: unconfirmed } = await context.inOrganization((tx) =>
    tx
      .selectFrom("organizations")
      .select(["rule_packs", "unconfirmed_rules"])
      .where("id", "=", context.actor.organizationId)
      .executeTakeFirstOrThrow(),
  );
  const chosen = new Set(choosePacks(names ?? []).map(nameOfPack));
  return {
    rule_packs: listRulePacks().map((pack) => {
      const { id, version, name, about, note, digest, concerns } = pack;
      const isChosen = chosen.has(nameOfPack(pack));
      return {
        pack: nameOfPack(pack),
        ...{ id, version, name, about, note, digest },
        chosen: isChosen,
        countries: concerns.countries,
        prefixes: concerns.prefixes ?? null,
        regions: concerns.regions ?? null,
        rules: pack.rules.map((rule) => ({
          rule: nameOfRule(id, rule.id),
          kind: rule.kind,
          says: rule.says,
          source: rule.source,
          paragraph: rule.paragraph,
          checked: rule.checked,
          to_be_confirmed: rule.standing === "to_be_confirmed",
          in_force: isChosen && isInForce(pack, rule, unconfirmed ?? []),
          wording: "wording" in rule ? rule.wording : null,
        })),
      };
    }),
  };
};
