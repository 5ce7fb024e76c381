import { readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { previewRules } from "../../application/rule-pack/preview-rules.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { rulePacksPreviewBody } from "./rule-packs.schemas.ts";

/** Tells whom other rule packs would stop, before they are saved. What is left out stays as it is. */
export const previewRulePacks = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof rulePacksPreviewBody }>,
) =>
  context.inOrganization(async (tx) => {
    const row = await tx
      .selectFrom("organizations")
      .select(["rule_packs", "unconfirmed_rules", "own_rules", "timezone"])
      .where("id", "=", context.actor.organizationId)
      .executeTakeFirstOrThrow();
    const after = {
      rule_packs: body.rule_packs ?? row.rule_packs,
      unconfirmed_rules: body.unconfirmed_rules ?? row.unconfirmed_rules,
      own_rules: body.own_rules ?? row.own_rules,
    };
    const preview = await previewRules(tx, {
      before: readChosenRules(row),
      after: readChosenRules(after),
      timezone: row.timezone,
      now: context.clock.now(),
    });
    return {
      campaigns: preview.campaigns,
      contacts: preview.contacts,
      has_more: preview.hasMore,
      before: preview.before,
      after: preview.after,
      newly_stopped: preview.newlyStopped,
      by_rule: preview.byRule.map(({ law, ...counted }) => ({ ...law, ...counted })),
      by_campaign: preview.byCampaign.map(({ id, ...counted }) => ({ campaign_id: id, ...counted })),
    };
  });
