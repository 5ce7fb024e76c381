import {
  readTranscript as readEntries,
  readFailedTurns,
} from "../../infra/postgres/conversation/transcript.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";

/** Reads what was said so far; during the call a later reading has more. */
export const readTranscript = (context: OperationContext, { params }: OperationInput<{ params: typeof runParams }>) =>
  context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .select(["id", "state"])
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    const [entries, failed_turns] = [await readEntries(tx, run.id), await readFailedTurns(tx, run.id)];
    return { workflow_run_id: run.id, state: run.state, entries, failed_turns };
  });
