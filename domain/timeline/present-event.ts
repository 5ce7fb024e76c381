import type { TimelineKind } from "./timeline-kinds.ts";

/** The reason why something did not happen, with a sentence and the possible remedies. */
export interface Blocked {
  reason: string;
  says: string;
  ways: string[];
}

/** An event of the timeline as its row stores it. */
interface StoredEvent {
  id: number;
  at: Date;
  kind: TimelineKind;
  actor: string;
  summary: string;
  payload: Record<string, unknown>;
  is_deliverable: boolean;
  agent_id: number | null;
  run_id: number | null;
  folder_id: number | null;
  campaign_id: number | null;
  thread_id: string | null;
  credits: number;
  included: boolean | null;
  blocked: Blocked | null;
}

/** Builds the one shape of an event, for the timeline, its stream and webhooks. */
export const presentTimelineEvent = (event: StoredEvent) => ({
  id: event.id,
  at: event.at,
  kind: event.kind,
  actor: event.actor,
  summary: event.summary,
  payload: event.payload,
  is_deliverable: event.is_deliverable,
  workflow_id: event.agent_id,
  workflow_run_id: event.run_id,
  folder_id: event.folder_id,
  campaign_id: event.campaign_id,
  thread_id: event.thread_id,
  credits: event.credits,
  included: event.included,
  blocked: event.blocked,
});
