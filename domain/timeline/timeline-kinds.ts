/** The kinds of events, by which webhooks subscribe. */
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

/** Tells whether an event is a result for people: what an agent hands over, such as a summary, a filled form or a file. */
export const isDeliverable = (kind: TimelineKind): boolean => kind === "deliverable";
