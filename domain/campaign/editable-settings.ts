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

const OVER: ReadonlySet<CampaignState> = new Set(["completed", "canceled"]);

/** Returns why a campaign in this state cannot be deleted; null when it can. `withCalls`: its calls may go with it. */
export const explainUndeletable = (state: CampaignState, withCalls: boolean): string | null => {
  if (state === "draft") return null;
  if (!OVER.has(state)) return `A ${state} campaign cannot be deleted, because it goes on: cancel it first`;
  return withCalls
    ? null
    : `A ${state} campaign cannot be deleted without its calls: send with_calls=true to delete both for good`;
};
