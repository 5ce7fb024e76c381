import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { endSupervision, findSupervision } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { hangUpRun } from "../hang-up-run.ts";
import { readSupervisedRun } from "./supervised-run.ts";
import { supervisionNotFound } from "./supervision.errors.ts";
import { presentSupervision } from "./supervision.presenter.ts";
import type { leaveQuery, supervisionParams } from "./supervision.schemas.ts";
import { lookNow } from "./take-over.ts";

/**
 * Ends a supervision: a call that was taken over is handed back to its agent, or ends. A repetition changes nothing. The row is
 * written first: where the call could not be hung up then, its agent is silent, and a repetition hangs it up.
 */
export const leaveSupervision = async (
  context: OperationContext,
  { params, query }: OperationInput<{ params: typeof supervisionParams; query: typeof leaveQuery }>,
) => {
  const ends = query.call === "ends";
  const { answer, mustEnd } = await context.inOrganization(async (tx) => {
    const { run, means } = await readSupervisedRun(tx, params);
    const found = await findSupervision(tx, { runId: run.id, uuid: params.supervision_uuid });
    if (!found || found.actor !== formatActor(context.actor)) throw supervisionNotFound();
    const ended = await endSupervision(tx, found.uuid, ends ? "hung_up" : "left");
    const now = ended ?? found;
    const mustEnd = now.end_reason === "hung_up" && !isCallOver(run);
    return { answer: presentSupervision(now, means), mustEnd };
  });
  if (mustEnd) await hangUpRun(context, { params });
  await lookNow(context);
  return answer;
};
