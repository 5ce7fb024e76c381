import { sql } from "kysely";
import { chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { THROTTLED } from "../../domain/call/attempt.rules.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import {
  CALL_BACK_ABOUT,
  CALL_BACK_VARIABLE,
  CALL_BACK_WITHIN_MINUTES,
} from "../../domain/request/answer-call-back.ts";
import { deriveUuid } from "../../infra/ids.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { queueRun } from "../../infra/postgres/call/run-transitions.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { lockRequest, markReported, readRequestWords } from "../../infra/postgres/request/request-progress.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { callRunContract, callRunStartOptions } from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "temporal">;

interface CallBack {
  request: RequestRow;
  /** The call that is over. */
  run: CallRun;
}

/**
 * Calls the person of an ended call, once: the agent is told the answer as soon as it talks to them. Returns false
 * while that call is in progress. Where it cannot be made, or nobody was reached, the team is told that the person is
 * still waiting.
 */
export const callBack = async (deps: Dependencies, { request, run }: CallBack): Promise<boolean> => {
  const made = await deps.database.inOrganization(run.organization_id, (tx) => makeCall(tx, { request, run }));
  if (made === "told") return true;
  // The workflow carries the undo out first, and then returns to the rest of the call back.
  if (made === "taken_back") return false;
  if (isCallOver(made)) {
    await deps.database.inOrganization(run.organization_id, (tx) => passOn(tx, { request, run }, whyNotTold(made)));
    return true;
  }
  await startOnce(deps.temporal, callRunContract.type, callRunStartOptions(made));
  return false;
};

const whyNotTold = ({ state, outcome }: CallRun): string =>
  state === "completed" && outcome === "answered"
    ? "The person was called back but did not hear the answer"
    : `The person could not be called back (${outcome ?? state})`;

/** Cancels the call back for an answer that was taken back, unless its number was already dialled. */
export const cancelCallBack = ({ database }: Dependencies, { request, run }: CallBack): Promise<void> =>
  database.inOrganization(run.organization_id, async (tx) => {
    if (request.call_back_run_id === null) return;
    const made = tx.selectFrom("call_runs").select("uuid").where("id", "=", request.call_back_run_id);
    const call = await made.executeTakeFirst();
    if (call) await cancelQueuedCall(tx, call.uuid, "the answer was taken back before it was dialled");
  });

/** `told`: there is nothing left to do, or nobody to call. Another call follows one that the carrier throttled. */
const makeCall = async (
  tx: OrganizationTransaction,
  { request, run }: CallBack,
): Promise<CallRun | "told" | "taken_back"> => {
  const row = await lockRequest(tx, request.id);
  // The answer may have been taken back since it was read.
  if (row && row.undone_at !== null) return "taken_back";
  if (!row || row.told_at !== null || row.state !== "settled") return "told";
  const made = row.call_back_run_id === null ? null : await findCall(tx, row.call_back_run_id);
  if (made === undefined) return "told";
  if (made !== null && made.end_reason !== THROTTLED) return made;
  const call = await callFor(tx, { request, run }, made);
  if (typeof call === "string") {
    await passOn(tx, { request, run }, call);
    return "told";
  }
  const queued = await queueRun(tx, call);
  await tx.updateTable("requests").set({ call_back_run_id: queued.id }).where("id", "=", row.id).execute();
  if (made !== null) return queued;
  await recordTimeline(tx, {
    ...placeOf({ request, run }),
    kind: "system",
    summary: `The person is called back about: ${readRequestWords(row)}`,
    payload: { event_id: row.event_id, follow_up: row.follow_up, call_back_run_id: queued.id },
  });
  return queued;
};

const findCall = (tx: OrganizationTransaction, id: number): Promise<CallRun | undefined> =>
  tx.selectFrom("call_runs").selectAll().where("id", "=", id).executeTakeFirst();

/**
 * Returns the call on the same line to the same person, or a sentence why nobody is called there. A call that the carrier throttled
 * was no attempt: the next one takes its place, within the time that is left of it.
 */
const callFor = async (tx: OrganizationTransaction, { request, run }: CallBack, throttled: CallRun | null) => {
  const cameIn = run.direction === "inbound";
  const [theirs, ours] = cameIn ? [run.caller_number, run.called_number] : [run.called_number, run.caller_number];
  if (!theirs || run.telephony_configuration_id === null) return "There is no number to call the person back at";
  const chosen = chooseAgentVersion(await findAgent(tx, run.agent_id), "published");
  if (isAgentObstacle(chosen)) return `The person cannot be called back. ${chosen.sentence}`;
  const uuid = deriveUuid(`${throttled?.uuid ?? run.uuid}\ncall back\n${request.id}`);
  return {
    uuid,
    organization_id: run.organization_id,
    agent_id: run.agent_id,
    agent_version_id: chosen.versionId,
    name: `CB-${uuid.slice(0, 8)}`,
    telephony_configuration_id: run.telephony_configuration_id,
    environment: run.environment,
    mode: run.mode,
    caller_number: ours,
    called_number: theirs,
    initial_context: {
      ...run.initial_context,
      [CALL_BACK_VARIABLE]: request.id,
      [CALL_BACK_ABOUT]: readRequestWords(request),
    },
    dial_by: throttled?.dial_by ?? sql<Date>`now() + make_interval(mins => ${CALL_BACK_WITHIN_MINUTES})`,
  };
};

/** Passes the answer to the team, unless the agent has told the person meanwhile. */
const passOn = async (tx: OrganizationTransaction, { request, run }: CallBack, why: string): Promise<void> => {
  const row = await lockRequest(tx, request.id);
  if (!row || row.told_at !== null) return;
  await markReported(tx, row.id);
  await recordTimeline(tx, {
    ...placeOf({ request, run }),
    kind: "message",
    summary: `${why}; they were promised a call about: ${readRequestWords(row)}`,
    payload: { event_id: row.event_id, answer: row.answer, follow_up: row.follow_up },
  });
};

const placeOf = ({ request, run }: CallBack) => ({
  organizationId: run.organization_id,
  actor: `agent:${run.agent_id}`,
  agentId: run.agent_id,
  runId: run.id,
  channelId: request.folder_id,
  threadId: `run:${run.uuid}`,
});
