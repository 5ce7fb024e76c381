import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { TEXT_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { markReported } from "../../infra/postgres/request/request-progress.ts";
import { type RequestInput, requestSettledSignal } from "../../workflows/request/request.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import { addUpgradeDocuments } from "./add-upgrade-documents.ts";
import { continueTextSession } from "./continue-text-session.ts";
import { followUpRequest } from "./follow-up-request.ts";
import { callBack, cancelCallBack } from "./place-call-back.ts";

type Told = { kind: "done" } | { kind: "again"; inSeconds: number };

/** A live call reads its answers itself; this is the interval of checking whether it has. */
const ASK_CALL_EVERY_SECONDS = 15;

/** The interval of adding the documents of an upgrade again while the organization's storage is full. */
const TRY_DOCUMENTS_EVERY_SECONDS = 600;

/**
 * Reports the result of a request, once, also when it runs again: to the workflow that waits for it, to the text
 * session that continues with it, or, after the call, in the way that the agent announced. An upgrade that was published
 * gets its documents first.
 */
export const reportRequest = async (
  deps: WorkerDependencies,
  { organizationId, requestId }: RequestInput,
): Promise<Told> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const found = await inside((tx) => read(tx, requestId));
  if (!found) return { kind: "done" };
  const { request, run, isTalking } = found;
  if (request.waiting_workflow_id !== null) {
    await signalIfOpen(deps.temporal, request.waiting_workflow_id, requestSettledSignal, { requestId });
  }
  if (request.told_at !== null) return { kind: "done" };
  if (request.decision === "published" && !(await addUpgradeDocuments(deps, request))) {
    return { kind: "again", inSeconds: TRY_DOCUMENTS_EVERY_SECONDS };
  }
  if (run && isTalking) {
    if (run.mode !== TEXT_MODE) return { kind: "again", inSeconds: ASK_CALL_EVERY_SECONDS };
    const later = await continueTextSession(deps, { run, request });
    if (later) return { kind: "again", inSeconds: later.laterSeconds };
  } else if (run && isCalledBack(request)) {
    // The step is repeated until the agent has told the person in the call that this makes.
    if (!(await callBack(deps, { request, run }))) return { kind: "again", inSeconds: ASK_CALL_EVERY_SECONDS };
  } else if (run) {
    if (request.undone_at !== null) await cancelCallBack(deps, { request, run });
    await followUpRequest(deps, { request, run });
  }
  await inside((tx) => markReported(tx, requestId));
  return { kind: "done" };
};

/** A request that nobody answered, or whose answer was taken back, needs no call. */
const isCalledBack = ({ follow_up, state, undone_at }: RequestRow): boolean =>
  follow_up === "call_back" && state === "settled" && undone_at === null;

const read = async (
  tx: OrganizationTransaction,
  requestId: number,
): Promise<{ request: RequestRow; run: CallRun | undefined; isTalking: boolean } | null> => {
  const request = await tx.selectFrom("requests").selectAll().where("id", "=", requestId).executeTakeFirst();
  if (!request) return null;
  if (request.run_id === null) return { request, run: undefined, isTalking: false };
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", request.run_id).executeTakeFirst();
  const conversation = await tx
    .selectFrom("conversations")
    .select("state")
    .where("run_id", "=", request.run_id)
    .executeTakeFirst();
  return { request, run, isTalking: run !== undefined && !isCallOver(run) && conversation?.state === "open" };
};
