import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { ListedRequest } from "../../infra/postgres/request/request-list.repository.ts";

export const presentRequest = (row: RequestRow) => ({
  event_id: row.event_id,
  kind: row.kind,
  state: row.state,
  decision: row.decision,
  settled_by: row.settled_by,
  settled_at: row.settled_at,
  undone_by: row.undone_by,
  undone_at: row.undone_at,
  expires_at: row.expires_at,
  workflow_id: row.agent_id,
  workflow_run_id: row.run_id,
  folder_id: row.folder_id,
  thread_id: row.thread_id,
});

export const presentListedRequest = (row: ListedRequest) => ({
  ...presentRequest(row),
  created_at: row.created_at,
  subject: row.subject,
  answer: row.answer,
  workflow_name: row.agent_name,
  settled_by_name: row.settled_by_name,
  rehearsal: row.rehearsal,
});
