/** What events are of; the names that webhooks subscribe to. */
export const TIMELINE_KINDS = [
  "message",
  "call_started",
  "call_ended",
  "outcome",
  "question",
  "decision",
  "action_proposed",
  "action_settled",
  "edit_proposed",
  "edit_settled",
  "secret_requested",
  "secret_provided",
  "deliverable",
  "campaign",
  "document",
  "system",
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
