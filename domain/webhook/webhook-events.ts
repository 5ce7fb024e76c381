import { TIMELINE_KINDS, type TimelineKind } from "../timeline/timeline-kinds.ts";

/** What happens to requests to people, whatever their kind. */
export const REQUEST_EVENTS = ["request.opened", "request.settled", "request.expired"] as const;
export type RequestEvent = (typeof REQUEST_EVENTS)[number];

/** What webhooks subscribe to. One that names nothing gets every kind of the timeline, and no event of requests. */
export const WEBHOOK_EVENTS = [...TIMELINE_KINDS, ...REQUEST_EVENTS] as const;
export type WebhookEvent = TimelineKind | RequestEvent;
