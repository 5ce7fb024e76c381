import type { z } from "zod";
import type { Run } from "../../infra/postgres/call/call-run.repository.ts";
import { presentRun } from "../../infra/postgres/call/run-row.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";

const EVENTS_SHOWN = 200;

/** One run with what its carrier has told. */
export const getRun = (context: OperationContext, { params }: { params: z.output<typeof runParams> }) =>
  context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .selectAll()
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    return presentRun(run, { logs: { carrier_events: await carrierEventsOf(tx, run) } });
  });

const carrierEventsOf = async (tx: OrganizationTransaction, run: Run) => {
  const events = await tx
    .selectFrom("carrier_events")
    .select(["event_id", "state", "outcome", "received_at"])
    .where("run_id", "=", run.id)
    .orderBy("received_at")
    .orderBy("event_id")
    .limit(EVENTS_SHOWN)
    .execute();
  return events.map((event) => ({ ...event, received_at: event.received_at.toISOString() }));
};
