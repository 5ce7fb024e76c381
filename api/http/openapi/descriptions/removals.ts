/** Removals of runs. */
export const REMOVALS = {
  removal_id: "The removal; null: nothing is left to remove",
  removals: "The removals, newest first",
  run_ids: "Ids of runs",
  where: "Conditions that all have to hold",
  expected_runs: "What the preview said; with another number of runs nothing is removed",
  created_from: "Runs made at this instant or later",
  created_before: "Runs made before this instant",
  "RemovedRunsWhere.outcomes": "Runs with one of these dialling outcomes",
  in_use:
    "Runs that are not over, whose carrier has yet to report, or about which somebody is asked: they go when they are done with",
  "RemovalPreview.runs": "Runs that fit",
  "Removal.campaign_id": "The campaign that is deleted with its calls; null: calls alone",
  "Removal.runs": "Runs that were there when it was asked for",
  runs_removed: "Runs that are gone",
  runs_waiting: "Runs that are still in use; a removal waits for them for about a day",
  "Removal.removed": "What was removed, by kind",
  "RemovedRows.kind": "A table, or `files`",
  "RemovedRows.count": "How many",
  "CallsRemoved.calls": "Removed calls",
  "CallsRemoved.at": "When the last of them was removed",
} as const;
