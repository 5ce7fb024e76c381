import type { CampaignState } from "./campaign.rules.ts";

/** Settings that a draft or paused campaign may change; a paused one takes them up when it resumes. */
export const SETTINGS = [
  "name",
  "retry_config",
  "max_concurrency",
  "schedule_config",
  "circuit_breaker",
  "budget",
  "caller_id_strategy",
  "versions",
  "guard",
] as const;

/** What a draft alone may change: a campaign that has started calls these contacts with this agent by this account. */
export const DRAFT_SETTINGS = ["workflow_id", "contact_list_id", "telephony_configuration_id"] as const;

const EDITABLE: ReadonlySet<CampaignState> = new Set(["draft", "paused"]);

/** Returns why a campaign in this state cannot be changed so; null when it can. `changes`: the names of what was sent. */
export const explainUneditable = (state: CampaignState, changes: readonly string[]): string | null => {
  if (!EDITABLE.has(state))
    return `A ${state} campaign cannot be changed: only draft and paused ones can${state === "running" ? "; pause it first" : ""}`;
  const refused = DRAFT_SETTINGS.filter((name) => changes.includes(name));
  if (state === "draft" || refused.length === 0) return null;
  return `${refused.join(", ")} can be changed in a draft alone: clone the campaign, and change the clone`;
};

/** Returns why a campaign in this state cannot be deleted; null when it can. */
export const explainUndeletable = (state: CampaignState): string | null =>
  state === "draft"
    ? null
    : `A ${state} campaign cannot be deleted: only drafts can, because others have calls; cancel it, and it calls nobody any more`;
