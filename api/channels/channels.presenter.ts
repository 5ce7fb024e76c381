import type { TimelineEvent } from "../../infra/postgres/timeline/timeline-event.entity.ts";
import type { Folder } from "../../infra/postgres/channel/folder.entity.ts";

export const presentChannel = (row: Folder) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at,
});

export const presentTimelineEvent = (event: TimelineEvent) => ({
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
