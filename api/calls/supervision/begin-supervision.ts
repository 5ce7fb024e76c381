import { canBeginSupervision, MOST_SUPERVISORS } from "../../../domain/call/supervision.rules.ts";
import { beginSupervision as beginRow } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireSupervisable } from "./supervised-run.ts";
import { callNotInProgress, tooManySupervisors } from "./supervision.errors.ts";
import { presentSupervision, presentSupervisionJoin } from "./supervision.presenter.ts";
import type { supervisedRunParams } from "./supervision.schemas.ts";

/** Lets somebody listen to a call. They are there while their connection is open, which `join` names. */
export const beginSupervision = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof supervisedRunParams }>,
) => {
  const begun = await context.inOrganization(async (tx) => {
    const { run, means } = await requireSupervisable(context, tx, params);
    if (!canBeginSupervision(run.state)) throw callNotInProgress(run.state);
    const row = await beginRow(tx, {
      run,
      uuid: context.requestUuid(),
      actor: formatActor(context.actor),
      most: MOST_SUPERVISORS,
    });
    if (row === null) throw tooManySupervisors(MOST_SUPERVISORS);
    return { row, run, means };
  });
  const { row, run, means } = begun;
  return { ...presentSupervision(row, means), join: presentSupervisionJoin(context, row, { runUuid: run.uuid }) };
};
