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
  "starts_at",
  "ends_at",
  "recurrence",
] as const;

/** What a draft alone may change: a campaign that has started calls these contacts with this agent by this account. */
export const DRAFT_SETTINGS = ["workflow_id", "contact_list_id", "telephony_configuration_id"] as const;

/** What a campaign that has begun cannot change any more. */
const BEFORE_START = ["starts_at"] as const;

const EDITABLE: ReadonlySet<CampaignState> = new Set(["draft", "scheduled", "paused"]);

/** Returns why a campaign in this state cannot be changed so; null when it can. `changes`: the names of what was sent. */
export const explainUneditable = (state: CampaignState, changes: readonly string[]): string | null => {
  if (!EDITABLE.has(state))
    return `A ${state} campaign cannot be changed: only draft, scheduled and paused ones can${state === "running" ? "; pause it first" : ""}`;
  if (state === "paused" && BEFORE_START.some((name) => changes.includes(name)))
    return "starts_at cannot be changed any more: the campaign has begun";
  const refused = DRAFT_SETTINGS.filter((name) => changes.includes(name));
  if (state === "draft" || refused.length === 0) return null;
  const how = state === "scheduled" ? "unschedule the campaign first" : "clone the campaign, and change the clone";
  return `${refused.join(", ")} can be changed in a draft alone: ${how}`;
};

const OVER: ReadonlySet<CampaignState> = new Set(["completed", "canceled"]);

/** Returns why a campaign in this state cannot be deleted; null when it can. `withCalls`: its calls may go with it. */
export const explainUndeletable = (state: CampaignState, withCalls: boolean): string | null => {
  if (state === "draft") return null;
  if (!OVER.has(state))
    return `A ${state} campaign cannot be deleted, because it goes on: ${state === "scheduled" ? "unschedule it first, or cancel it" : "cancel it first"}`;
  return withCalls
    ? null
    : `A ${state} campaign cannot be deleted without its calls: send with_calls=true to delete both for good`;
};
