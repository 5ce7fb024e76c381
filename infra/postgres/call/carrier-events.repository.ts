import { sql } from "kysely";
import type { CarrierCall, CarrierEvent, CarrierRecording } from "../../telephony/carrier.ts";
import { withEarlierEvents } from "../../telephony/earlier-events.ts";
import type { OrganizationTransaction } from "../database.ts";
import { markAccepted, type Run } from "./call-run.repository.ts";
import type { StoredCall } from "./call.table.ts";

/** Called states in the order in which a call goes through them. */
const STATE_ORDER = sql`array['queued','dialing','ringing','in_progress','completed']`;

/**
 * Writes down what a carrier says of a call. A repeated event changes nothing, a late one never moves a call back.
 * Gives the id under which the end of the call is kept, when this event tells it.
 */
export const recordCarrierEvent = async (
  tx: OrganizationTransaction,
  run: Run,
  event: CarrierEvent,
): Promise<{ endEventId: string | null; repeated: boolean }> => {
  const { call } = event;
  const isNew = await insertEvent(tx, run, event);
  if (isNew) await markAccepted(tx, run, call.carrierCallId);
  return { endEventId: call.state === "completed" ? event.eventId : null, repeated: !isNew };
};

/** The event and what it says of where the call is, in one statement; false: it was there. */
const insertEvent = async (tx: OrganizationTransaction, run: Run, event: CarrierEvent): Promise<boolean> => {
  const { call } = event;
  const { is_new: isNew } = await tx
    .with("inserted", (db) =>
      db
        .insertInto("carrier_events")
        .values({
          organization_id: run.organization_id,
          run_id: run.id,
          event_id: event.eventId,
          state: call.state,
          outcome: call.outcome,
          call,
          ...(event.recording && { recording: JSON.stringify(event.recording) }),
        })
        .onConflict((clash) => clash.doNothing())
        .returning("run_id"),
    )
    .with("moved", (db) =>
      db
        .updateTable("call_runs")
        .set({
          state: call.state,
          answered_at: sql<Date | null>`coalesce(answered_at, ${call.answeredAt})`,
          answered_by: sql<string | null>`coalesce(${call.answeredBy}::text, answered_by)`,
        })
        .where("id", "=", run.id)
        .where((one) => one.exists(one.selectFrom("inserted").select("run_id")))
        .where(sql<boolean>`${call.state}::text in ('ringing', 'in_progress')`)
        .where(
          sql<boolean>`array_position(${STATE_ORDER}, state) <= array_position(${STATE_ORDER}, ${call.state}::text)`,
        )
        .returning("id"),
    )
    .selectNoFrom((one) => one.exists(one.selectFrom("inserted").select("run_id")).as("is_new"))
    .executeTakeFirstOrThrow();
  return Boolean(isNew);
};

/**
 * A call as an event told it, with what others told before: who answered, and when, comes at some carriers in events of
 * their own, and their last one tells neither. Null when no such event was kept.
 */
export const readCarrierEvent = async (
  tx: OrganizationTransaction,
  runId: number,
  eventId: string,
): Promise<CarrierCall | null> => {
  const row = await tx
    .selectFrom("carrier_events as e")
    .innerJoin("call_runs as r", "r.id", "e.run_id")
    .select(["e.call", "r.answered_at", "r.answered_by"])
    .where("e.run_id", "=", runId)
    .where("e.event_id", "=", eventId)
    .executeTakeFirst();
  return row ? withEarlierEvents(revive(row.call), { answeredAt: row.answered_at, answeredBy: row.answered_by }) : null;
};

/** Recordings that the carrier has told of. */
export const toldRecordings = async (tx: OrganizationTransaction, runId: number): Promise<CarrierRecording[]> => {
  const rows = await tx
    .selectFrom("carrier_events")
    .select("recording")
    .where("run_id", "=", runId)
    .where("recording", "is not", null)
    .execute();
  return rows.flatMap(({ recording }) => recording ?? []);
};

/** Whether the carrier itself has told anything of this call: events that we asked for start with `fetch:`. */
export const hasCallbacks = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom("carrier_events")
    .select("event_id")
    .where("run_id", "=", runId)
    .where("event_id", "not like", "fetch:%")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

const revive = (stored: StoredCall): CarrierCall => ({
  ...stored,
  startedAt: dateOf(stored.startedAt),
  answeredAt: dateOf(stored.answeredAt),
  endedAt: dateOf(stored.endedAt),
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
