import { type InsertObject, sql, type UpdateObject } from "kysely";
import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { Money } from "../../../domain/call/budget.rules.ts";
import {
  FINAL_CALL_STATES,
  type FinalCallState,
  REPORTED_CALL_STATES,
  UNANSWERED_CALL_STATES,
} from "../../../domain/call/call-states.rules.ts";
import { SIP } from "../../../domain/call/carrier-account.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { appendEntry } from "../record/append-entry.ts";
import { sendLast } from "../send-together.ts";
import type { Tables } from "../tables.ts";
import { releaseVoiceSlot } from "../web-call/voice-reservation.repository.ts";
import { revisedAnswerer, revisedEvidence, toldByCarrier } from "./answer-columns.ts";
import type { CallRun } from "./call-run.entity.ts";

/*
 * Every change of a call's state; nothing else writes `call_runs.state`. A call that is over never changes: each
 * transition names the states that it may leave.
 */

export type NewRun = Omit<InsertObject<Tables, "call_runs">, "state">;
type RunColumns = Omit<UpdateObject<Tables, "call_runs">, "state">;

/** Inserts a queued call. When two processes carry out one request at once, the second gets the first one's row. */
export const queueRun = async (tx: OrganizationTransaction, row: NewRun): Promise<CallRun> => {
  const queued = await tx
    .insertInto("call_runs")
    .values(row)
    .onConflict((clash) => clash.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  return queued ?? tx.selectFrom("call_runs").selectAll().where("uuid", "=", row.uuid).executeTakeFirstOrThrow();
};

const QUEUED_COLUMNS = ["organization_id", "uuid", "name", "agent_id", "campaign_id", "environment"] as const;
export type QueuedRun = Pick<CallRun, (typeof QUEUED_COLUMNS)[number]>;

/** Inserts a page of a campaign's queued calls. */
export const queueRuns = (tx: OrganizationTransaction, rows: readonly NewRun[]): Promise<QueuedRun[]> =>
  tx.insertInto("call_runs").values(rows).returning(QUEUED_COLUMNS).execute();

/** Lists the stored runs of one claim in claim order. */
export const listClaimedRuns = (tx: OrganizationTransaction, uuids: readonly string[]): Promise<QueuedRun[]> =>
  tx
    .selectFrom("call_runs")
    .select(QUEUED_COLUMNS)
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .orderBy("id")
    .execute();

/** Inserts an incoming call as ringing. */
export const insertRingingRun = (tx: OrganizationTransaction, row: NewRun): Promise<CallRun> =>
  tx
    .insertInto("call_runs")
    .values({ ...row, state: "ringing" })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Marks the call as dialing: from here on the carrier may know it. Throws when the call is no longer queued. */
export const markDialing = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  set: {
    now: Date;
    provider: string;
    callerNumber: string | null;
    reserved: Money | null;
    reservedModelMinor: number | null;
    reservedSpeechMinor: number | null;
    isToSpeak: boolean;
  },
): Promise<void> => {
  const dialing = await tx
    .updateTable("call_runs")
    .set({
      state: "dialing",
      started_at: set.now,
      carrier_requested_at: set.now,
      provider: set.provider,
      caller_number: set.callerNumber,
      reserved_minor: set.reserved?.amountMinor ?? null,
      reserved_currency: set.reserved?.currency ?? null,
      reserved_model_minor: set.reservedModelMinor,
      reserved_speech_minor: set.reservedSpeechMinor,
      speech: set.isToSpeak ? "expected" : null,
    })
    .where("id", "=", run.id)
    .where("state", "=", "queued")
    .returning("id")
    .executeTakeFirst();
  if (!dialing) throw new Error(`call run ${run.id} does not wait to be dialled`);
};

const STATE_ORDER = sql`array[${literals(REPORTED_CALL_STATES)}]`;

const TOLD = toldByCarrier(sql`(t.call->>'answeredBy')`, sql`(t.call->>'answerWord')`, sql`(t.call->'answerTones')`);

/**
 * The part of the statement for carriers' events (`told`, of which `inserted` is new) that moves calls forward, never
 * back. The call's workflow, not this statement, settles its end.
 */
export const moveRunsAsReported = sql`
  update call_runs r set state = t.state,
    answered_at = coalesce(r.answered_at, (t.call->>'answeredAt')::timestamptz),
    answered_by = ${revisedAnswerer(sql`r`, TOLD)}, answer_evidence = ${revisedEvidence(sql`r`, TOLD)}, carrier_unreachable = null
  from told t join inserted using (run_id, event_id)
  where r.id = t.run_id and t.state in ('ringing', 'in_progress')
    and array_position(${STATE_ORDER}, r.state) <= array_position(${STATE_ORDER}, t.state)`;

/** Marks the call as answered when a conversation begins, whatever its carrier has reported. */
export const markAnswered = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  answeredBy: Detection | null = null,
): Promise<void> => {
  const told = toldByCarrier(sql`${answeredBy}::text`, sql`null::text`);
  await tx
    .updateTable("call_runs")
    .set({
      holds_conversation: true,
      state: sql<"in_progress">`case when state in (${literals(UNANSWERED_CALL_STATES)}) then 'in_progress' else state end`,
      answered_at: sql<Date>`coalesce(answered_at, now())`,
      answered_by: revisedAnswerer(sql`call_runs`, told),
      answer_evidence: revisedEvidence(sql`call_runs`, told),
    })
    .where("id", "=", run.id)
    .where("holds_conversation", "=", false)
    .execute();
};

/** Notes that the carrier was given the greeting of a call that only greets. */
export const noteGreeted = async (tx: OrganizationTransaction, run: Pick<CallRun, "id">): Promise<void> => {
  await tx.updateTable("call_runs").set({ speech: "given" }).where("id", "=", run.id).execute();
};

/** Begins a text session or a web call; returns false when it had begun before. */
export const beginSessionRun = async (tx: OrganizationTransaction, run: Pick<CallRun, "id">): Promise<boolean> => {
  const begun = await tx
    .updateTable("call_runs")
    .set({
      state: "in_progress",
      started_at: sql<Date>`now()`,
      answered_at: sql<Date>`now()`,
      holds_conversation: true,
    })
    .where("id", "=", run.id)
    .where("state", "=", "queued")
    .returning("id")
    .executeTakeFirst();
  return begun !== undefined;
};

/** Ends a call with its final state and what is then known. Throws when the call is already over. */
export const endRun = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  end: RunColumns & { state: FinalCallState },
): Promise<CallRun> => {
  const ended = await tx
    .updateTable("call_runs")
    .set(end)
    .where("id", "=", run.id)
    .where("state", "not in", FINAL_CALL_STATES)
    .returningAll()
    .executeTakeFirst();
  if (!ended) throw new Error(`call run ${run.id} is over already`);
  await sendLast(tx, (tx) => recordEnd(tx, ended));
  if (ended.carries_audio || ended.provider === SIP) await releaseVoiceSlot(tx, ended);
  return ended;
};

/** Records the end with the commit, so that nothing waits for it. */
const recordEnd = (tx: OrganizationTransaction, run: CallRun): Promise<void> =>
  appendEntry(tx, {
    organizationId: run.organization_id,
    kind: "attempt.settled",
    actor: `agent:${run.agent_id}`,
    phoneNumber: run.direction === "inbound" ? run.caller_number : run.called_number,
    run: run.uuid,
    facts: {
      run: run.uuid,
      campaign: run.campaign_id,
      contact: run.campaign_contact_id,
      direction: run.direction,
      environment: run.environment,
      state: run.state,
      outcome: run.outcome,
      end_reason: run.end_reason,
      duration_seconds: run.duration_seconds,
      cost_minor: run.cost_minor,
      currency: run.currency,
      held:
        run.reserved_minor === null || run.reserved_currency === null
          ? null
          : { amount_minor: run.reserved_minor, currency: run.reserved_currency },
    },
  });

/** Ends a call that was not made; `reason` is a sentence for people. Throws when the call is already over. */
export const cancelRun = (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  { endReason, reason }: { endReason: string; reason: string },
): Promise<CallRun> =>
  endRun(tx, run, {
    state: "canceled",
    outcome: "canceled",
    ended_at: sql<Date>`now()`,
    end_reason: endReason,
    error: reason,
    reserved_minor: null,
    reserved_currency: null,
    reserved_model_minor: null,
    reserved_speech_minor: null,
  });
