import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";

export const presentRemoval = (row: Removal) => ({
  removal_id: row.uuid,
  state: row.state,
  campaign_id: row.campaign_id,
  runs: row.runs,
  runs_removed: row.runs_removed,
  runs_waiting: row.runs_waiting,
  removed: Object.entries(row.removed)
    .map(([kind, count]) => ({ kind, count }))
    .toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
  requested_by: row.actor,
  created_at: row.created_at,
  finished_at: row.finished_at,
});
