import { TIMELINE_KINDS, type TimelineKind } from "../timeline/timeline-kinds.ts";

/** The events of requests to people, of every kind. */
export const REQUEST_EVENTS = ["request.opened", "request.settled", "request.expired"] as const;
export type RequestEvent = (typeof REQUEST_EVENTS)[number];

/** Each act of the audit. */
export const AUDIT_EVENT = "audit.act";

/**
 * The events that webhooks subscribe to. A webhook that names none gets every kind of the timeline, and no event of
 * requests or of the audit.
 */
export const WEBHOOK_EVENTS = [...TIMELINE_KINDS, ...REQUEST_EVENTS, AUDIT_EVENT] as const;
export type WebhookEvent = TimelineKind | RequestEvent | typeof AUDIT_EVENT;
