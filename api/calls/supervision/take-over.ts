import { MOST_UNSAID_WORDS } from "../../../domain/call/supervision.rules.ts";
import { findLatestTransfer } from "../../../infra/postgres/call/call-transfers.repository.ts";
import { addUnsaidWords, takeOverCall } from "../../../infra/postgres/supervision/supervision.repository.ts";
import type { OperationInput } from "../../http/operation.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";
import { requireOwnSupervision, requireSupervisable } from "./supervised-run.ts";
import {
  beingTransferred,
  cannotTakeOver,
  notJoined,
  notTakenOver,
  takenOverAlready,
  tooManyUnsaid,
} from "./supervision.errors.ts";
import { presentSupervision } from "./supervision.presenter.ts";
import type { supervisionParams, supervisorWordsBody } from "./supervision.schemas.ts";

/** Has the agent fall silent at once: from here on the supervisor speaks to the person. A repetition changes nothing. */
export const takeOver = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof supervisionParams }>,
) => {
  const answer = await context.inOrganization(async (tx) => {
    const { run, means } = await requireSupervisable(context, tx, params);
    const supervision = await requireOwn(context, tx, { runId: run.id, uuid: params.supervision_uuid });
    if (supervision.mode === "take_over") return presentSupervision(supervision, means);
    if (means.noTakeOver !== null) throw cannotTakeOver(means.noTakeOver);
    if (supervision.joined_at === null) throw notJoined();
    const transfer = await findLatestTransfer(tx, run.id);
    if (transfer && transfer.state !== "over") throw beingTransferred();
    const taken = await takeOverCall(tx, supervision);
    if (taken === null) throw takenOverAlready();
    return presentSupervision(taken, means);
  });
  await lookNow(context);
  return answer;
};

/** Has the agent's voice say something to the person, while the call is taken over. */
export const sayForSupervisor = async (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof supervisionParams; body: typeof supervisorWordsBody }>,
) => {
  const answer = await context.inOrganization(async (tx) => {
    const { run, means } = await requireSupervisable(context, tx, params);
    const supervision = await requireOwn(context, tx, { runId: run.id, uuid: params.supervision_uuid });
    if (supervision.mode !== "take_over") throw notTakenOver();
    const id = context.requestUuid();
    const isKnown = supervision.unsaid.some((words) => words.id === id);
    if (supervision.unsaid.length >= MOST_UNSAID_WORDS) throw tooManyUnsaid(MOST_UNSAID_WORDS);
    const row = isKnown ? supervision : await addUnsaidWords(tx, supervision, { id, text: body.text });
    return presentSupervision(row, means);
  });
  await lookNow(context);
  return answer;
};

const requireOwn = (
  { actor }: OperationContext,
  tx: Parameters<typeof requireOwnSupervision>[0],
  address: { runId: number; uuid: string },
) => requireOwnSupervision(tx, { ...address, actor: formatActor(actor) });

/** The call is often in this process; another one looks within a moment. */
export const lookNow = ({ supervision, logger }: OperationContext): Promise<void> =>
  supervision.look().catch((err: unknown) => logger.warn({ err }, "who supervises calls could not be read"));
