import { type CampaignSource, FILE_HAS_NO_SEGMENTS } from "./campaign-source.ts";
import { type CampaignState, isCampaignOver } from "./campaign-states.rules.ts";
import { type Enrolment, explainNoJoining } from "./enrolment.ts";

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
  "order",
  "order_by",
  "enrolment",
  "daily_quota",
  "text_workflow_id",
] as const;

/** What a draft alone may change: a campaign that has started calls these contacts with this agent by this account. */
export const DRAFT_SETTINGS = ["workflow_id", "contact_list_id", "telephony_configuration_id"] as const;

/** What a campaign that has begun cannot change any more. */
const BEFORE_START = ["starts_at", "order", "order_by", "enrolment"] as const;

const EDITABLE: ReadonlySet<CampaignState> = new Set(["draft", "scheduled", "paused"]);

/** Returns why a campaign in this state cannot be changed so; null when it can. `changes`: the names of what was sent. */
export const explainUneditable = (state: CampaignState, changes: readonly string[]): string | null => {
  if (!EDITABLE.has(state))
    return `A ${state} campaign cannot be changed: only draft, scheduled and paused ones can${state === "running" ? "; pause it first" : ""}`;
  const tooLate = BEFORE_START.find((name) => changes.includes(name));
  if (state === "paused" && tooLate) return `${tooLate} cannot be changed any more: the campaign has begun`;
  const refused = DRAFT_SETTINGS.filter((name) => changes.includes(name));
  if (state === "draft" || refused.length === 0) return null;
  const how = state === "scheduled" ? "unschedule the campaign first" : "clone the campaign, and change the clone";
  return `${refused.join(", ")} can be changed in a draft alone: ${how}`;
};

interface Segmented {
  state: CampaignState;
  enrolment: "snapshot" | "live";
  source_type: CampaignSource;
}

/**
 * Returns why the part of its list that a campaign calls cannot be changed; null when it can. A campaign that has begun has taken its
 * contacts: a live one takes those who join from now on by the new segment.
 */
export const explainFixedSegment = (
  { state, enrolment, source_type: source }: Segmented,
  { isOtherList }: { isOtherList: boolean },
): string | null => {
  if (source === "csv" && !isOtherList) return FILE_HAS_NO_SEGMENTS;
  return state === "paused" && enrolment === "snapshot"
    ? "segment_id cannot be changed any more: the campaign has taken its contacts. Clone it, and change the clone"
    : null;
};

interface Rhythmic {
  state: CampaignState;
  recurrence: object | null;
  enrolment: Enrolment;
  source_type: CampaignSource;
}

interface RhythmChange {
  recurrence?: object | null | undefined;
  starts_at?: object | null | undefined;
  ends_at?: object | null | undefined;
  enrolment?: Enrolment | undefined;
  /** The names of what it is to have no more. */
  unset: readonly string[];
}

/** Returns why the rhythm of a campaign cannot be changed so, or what a recurring campaign may not have; null when it can. */
export const explainFixedRhythm = (
  { state, recurrence, source_type: source, enrolment }: Rhythmic,
  { recurrence: sent, starts_at: startsAt, ends_at: endsAt, enrolment: joining = enrolment, unset }: RhythmChange,
): string | null => {
  const isRecurring = (sent ?? recurrence) !== null && !unset.includes("recurrence");
  if (state !== "draft" && isRecurring !== (recurrence !== null))
    return "A campaign becomes a recurring one, or ceases to be one, as a draft alone: unschedule or clone it";
  if (isRecurring && (startsAt || endsAt))
    return "A recurring campaign has the times of its rule, and no start and end";
  const refusal = explainNoJoining({ enrolment: joining, isRecurring, source });
  if (refusal) return refusal;
  return isRecurring && source === "csv" ? "A recurring campaign calls a contact list, and no file" : null;
};

/** Returns why a campaign in this state cannot be deleted; null when it can. `withCalls`: its calls may go with it. */
export const explainUndeletable = (state: CampaignState, withCalls: boolean): string | null => {
  if (state === "draft") return null;
  if (!isCampaignOver(state))
    return `A ${state} campaign cannot be deleted, because it goes on: ${state === "scheduled" ? "unschedule it first, or cancel it" : "cancel it first"}`;
  return withCalls
    ? null
    : `A ${state} campaign cannot be deleted without its calls: send with_calls=true to delete both for good`;
};
