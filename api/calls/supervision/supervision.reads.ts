import { listOpenSupervisions } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { readSupervisedRun } from "./supervised-run.ts";
import { presentSupervision } from "./supervision.presenter.ts";
import type { supervisedRunParams } from "./supervision.schemas.ts";

/** Lists who listens to a call now, or has taken it over. */
export const listSupervisions = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof supervisedRunParams }>,
) =>
  context.inOrganization(async (tx) => {
    const { run, means } = await readSupervisedRun(tx, params);
    const rows = await listOpenSupervisions(tx, run.id);
    return { supervisions: rows.map((row) => presentSupervision(row, means)) };
  });
