import { readChosenRules } from "../../application/rule-pack/chosen-rules.ts";
import { previewRules, type RulesPreview } from "../../application/rule-pack/preview-rules.ts";
import { type ReplayedPast, replayPastRules } from "../../application/what-if/replay-past-rules.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { rulePacksPreviewBody } from "./rule-packs.schemas.ts";

/**
 * Tells whom other rule packs would stop, before they are saved: among those who are yet to be called, and in the calls of the last days. What is
 * left out stays as it is.
 */
export const previewRulePacks = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof rulePacksPreviewBody }>,
) => {
  const { organizationId } = context.actor;
  const now = context.clock.now();
  const { preview, ...rules } = await context.inOrganization(async (tx) => {
    const row = await tx
      .selectFrom("organizations")
      .select(["rule_packs", "unconfirmed_rules", "own_rules", "timezone"])
      .where("id", "=", organizationId)
      .executeTakeFirstOrThrow();
    const { timezone } = row;
    const before = readChosenRules(row);
    const after = readChosenRules({
      rule_packs: body.rule_packs ?? row.rule_packs,
      unconfirmed_rules: body.unconfirmed_rules ?? row.unconfirmed_rules,
      own_rules: body.own_rules ?? row.own_rules,
    });
    return { before, after, timezone, preview: await previewRules(tx, { before, after, timezone, now }) };
  });
  const days = body.past_days;
  const past = days === 0 ? null : await replayPastRules(context.database, { organizationId, days, now, ...rules });
  return { ...presentPreview(preview), past: past && presentPast(past) };
};

const presentPreview = (preview: RulesPreview) => ({
  campaigns: preview.campaigns,
  contacts: preview.contacts,
  has_more: preview.hasMore,
  before: preview.before,
  after: preview.after,
  newly_stopped: preview.newlyStopped,
  by_rule: preview.byRule.map(({ law, ...counted }) => ({ ...law, ...counted })),
  by_campaign: preview.byCampaign.map(({ id, ...counted }) => ({ campaign_id: id, ...counted })),
});

const presentPast = (past: ReplayedPast) => ({
  from: past.from,
  to: past.to,
  one_in: past.oneIn,
  has_more: past.hasMore,
  calls: past.calls,
  refused_calls: past.refusedCalls,
  before: past.before,
  after: past.after,
  newly_stopped: past.newlyStopped,
  allowed: past.allowed,
  newly_allowed: past.newlyAllowed,
  by_rule: past.byRule.map(({ law, ...counted }) => ({ ...law, ...counted })),
});
