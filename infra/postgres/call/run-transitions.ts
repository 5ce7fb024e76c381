import { type InsertObject, sql, type UpdateObject } from "kysely";
import type { Money } from "../../../domain/call/budget.rules.ts";
import type { AnsweredBy } from "../../../domain/call/call-instructions.ts";
import { FINAL_CALL_STATES, type FinalCallState } from "../../../domain/call/call-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { CallRun } from "./call-run.entity.ts";

/*
 * Every way in which a call comes into its state, and nothing else writes `call_runs.state`. A call that is over stays
 * as it is: each transition names the states it may leave.
 */

export type NewRun = Omit<InsertObject<Tables, "call_runs">, "state">;
type RunColumns = Omit<UpdateObject<Tables, "call_runs">, "state">;

/** Adds a call that waits to be started. Two processes may carry out one request at once: the second gets the first one's row. */
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

/** Adds a page of a campaign's calls that wait to be started. */
export const queueRuns = (tx: OrganizationTransaction, rows: readonly NewRun[]): Promise<QueuedRun[]> =>
  tx.insertInto("call_runs").values(rows).returning(QUEUED_COLUMNS).execute();

/** The queued runs of one claim, in the order in which they were claimed. */
export const listClaimedRuns = (
  tx: OrganizationTransaction,
  claim: { campaignId: number; token: string },
): Promise<QueuedRun[]> =>
  tx
    .selectFrom("call_runs")
    .select(QUEUED_COLUMNS)
    .where("campaign_id", "=", claim.campaignId)
    .where("claim_token", "=", claim.token)
    .orderBy("id")
    .execute();

/** Adds a call that came in: it rings. */
export const insertRingingRun = (tx: OrganizationTransaction, row: NewRun): Promise<CallRun> =>
  tx
    .insertInto("call_runs")
    .values({ ...row, state: "ringing" })
    .returningAll()
    .executeTakeFirstOrThrow();

/** From here on the carrier may have heard of the call. Throws when the call does not wait any more. */
export const markDialing = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  set: { now: Date; provider: string; callerNumber: string | null; reserved: Money | null },
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
    })
    .where("id", "=", run.id)
    .where("state", "=", "queued")
    .returning("id")
    .executeTakeFirst();
  if (!dialing) throw new Error(`call run ${run.id} does not wait to be dialled`);
};

/** States that a carrier's event may name, in the order in which a call goes through them. */
const STATE_ORDER = sql`array['queued','dialing','ringing','in_progress','completed']`;

/**
 * Part of the statement that writes down what carriers say (`told`, of which `inserted` is new): moves the calls on, and
 * never back. What ends a call is settled by its workflow, not here.
 */
export const moveRunsAsTold = sql`
  update call_runs r set state = t.state,
    answered_at = coalesce(r.answered_at, (t.call->>'answeredAt')::timestamptz),
    answered_by = coalesce(t.call->>'answeredBy', r.answered_by)
  from told t join inserted using (run_id, event_id)
  where r.id = t.run_id and t.state in ('ringing', 'in_progress')
    and array_position(${STATE_ORDER}, r.state) <= array_position(${STATE_ORDER}, t.state)`;

/** A conversation begins: the call is answered, whatever its carrier has told of that yet. */
export const markAnswered = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id">,
  answeredBy: AnsweredBy | null = null,
): Promise<void> => {
  await tx
    .updateTable("call_runs")
    .set({
      holds_conversation: true,
      state: sql<"in_progress">`case when state in ('queued','dialing','ringing') then 'in_progress' else state end`,
      answered_at: sql<Date>`coalesce(answered_at, now())`,
      answered_by: sql<string | null>`coalesce(answered_by, ${answeredBy}::text)`,
    })
    .where("id", "=", run.id)
    .where("holds_conversation", "=", false)
    .execute();
};

/** A session in text or in the browser begins; false when it began before. */
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

/** The end of a call: its final state with what is known of it then. Throws when the call is over already. */
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
  return ended;
};

/** The end of a call that was not made; `reason` is a sentence for people. Throws when the call is over already. */
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
  });
