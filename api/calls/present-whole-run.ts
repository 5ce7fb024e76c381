import { readKeptArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { CallTransfer } from "../../infra/postgres/call/call-transfer.entity.ts";
import { findLatestTransfer } from "../../infra/postgres/call/call-transfers.repository.ts";
import { listMissedCallsOfRun } from "../../infra/postgres/call/missed-calls.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentArtifacts } from "./artifacts.presenter.ts";
import type { WorkflowLinks } from "./link-to-workflow.ts";
import { presentRun } from "./runs.presenter.ts";
import type { RunTransfer } from "./runs.schemas.ts";

const EVENTS_SHOWN = 200;

/** The parts of the answer besides the run; `links` were created before the transaction. */
interface WholeRunParts {
  tx: OrganizationTransaction;
  links: WorkflowLinks;
}

/** Presents a run with its carrier's events and links to its files; lists leave events out. */
export const presentWholeRun = async (context: OperationContext, run: CallRun, { tx, links }: WholeRunParts) => ({
  ...presentRun(run, {
    transfer: presentTransfer(await findLatestTransfer(tx, run.id)),
    logs: { carrier_events: await carrierEventsOf(tx, run), called_back: await listMissedCallsOfRun(tx, run.id) },
  }),
  temporal_url: links(run),
  ...presentArtifacts(await readKeptArtifacts(tx, [run]), context)(run),
});

const presentTransfer = (row: CallTransfer | undefined): RunTransfer | null => {
  if (!row) return null;
  const { uuid, state, outcome, tries, requested_at, answered_at, connected_at, ended_at } = row;
  const times = { requested_at, answered_at, connected_at, ended_at };
  return {
    uuid,
    state,
    outcome,
    to: row.targets[row.position] ?? null,
    workflow_run_uuid: row.leg_uuid,
    tries,
    ...times,
  };
};

const carrierEventsOf = (tx: OrganizationTransaction, run: CallRun) =>
  tx
    .selectFrom("carrier_events")
    .select(["event_id", "state", "outcome", "received_at"])
    .where("run_id", "=", run.id)
    .orderBy("received_at")
    .orderBy("event_id")
    .limit(EVENTS_SHOWN)
    .execute();
