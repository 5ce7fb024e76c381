import { describeProgress, ERASURE_STEPS, type Receipt } from "../../domain/privacy/erasure.rules.ts";
import type { PersonErasure } from "../../infra/postgres/privacy/person-erasure.entity.ts";
import type { PersonExport } from "../../infra/postgres/privacy/person-export.entity.ts";

export const presentErasure = (row: PersonErasure) => {
  const step = ERASURE_STEPS.find((known) => known === row.step) ?? null;
  const { stepsDone, steps } = describeProgress({ state: row.state, step });
  return {
    erasure_id: row.uuid,
    state: row.state,
    step,
    steps_done: stepsDone,
    steps,
    reason: row.reason,
    keep_do_not_call: row.keep_do_not_call,
    requested_by: row.actor,
    created_at: row.created_at,
    finished_at: row.finished_at,
    receipt: presentCounts(row.receipt),
  };
};

export const presentExport = (row: PersonExport) => ({
  export_id: row.uuid,
  state: row.state,
  step: row.step,
  reason: row.reason,
  requested_by: row.actor,
  created_at: row.created_at,
  finished_at: row.finished_at,
  expires_at: row.expires_at,
  size_bytes: row.size_bytes,
  held: presentCounts(row.held),
});

/** Places in the order of their names. */
export const presentCounts = (counts: Receipt): { place: string; count: number }[] =>
  Object.entries(counts)
    .map(([place, count]) => ({ place, count }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
