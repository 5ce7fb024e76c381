import { sql } from "kysely";
import { readDetection, readRunDetection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall, CarrierEvent, CarrierRecording } from "../../telephony/carrier.ts";
import { withEarlierEvents } from "../../telephony/earlier-events.ts";
import { compileOnce } from "../compile-once.ts";
import type { OrganizationTransaction } from "../database.ts";
import { hurryRecordings } from "./awaited-reports.repository.ts";
import type { CallRun } from "./call-run.entity.ts";
import { type FollowedRun, markAccepted } from "./call-run.repository.ts";
import type { StoredCall } from "./carrier-event.entity.ts";
import { moveRunsAsReported } from "./run-transitions.ts";

/** A carrier's event about one call. */
export interface ReportedEvent {
  run: FollowedRun;
  event: CarrierEvent;
}

export interface RecordedEvent {
  /** The id under which the end of the call is stored, when this event reports it. */
  endEventId: string | null;
  repeated: boolean;
}

/**
 * Stores carriers' events about calls, at most one for each call. A repeated event changes nothing, a late one never
 * moves a call back.
 */
export const recordCarrierEvents = async (
  tx: OrganizationTransaction,
  told: readonly ReportedEvent[],
): Promise<RecordedEvent[]> => {
  const isNew = await insertEvents(tx, told);
  for (const each of told) if (isNew.has(each)) await markAccepted(tx, each.run, each.event.call);
  const recorded = told.filter((each) => each.event.recording && isNew.has(each)).map(({ run }) => run.id);
  if (recorded.length > 0) await hurryRecordings(tx, recorded);
  return told.map((each) => ({
    endEventId: each.event.call.state === "completed" ? each.event.eventId : null,
    repeated: !isNew.has(each),
  }));
};

export const recordCarrierEvent = async (
  tx: OrganizationTransaction,
  run: FollowedRun,
  event: CarrierEvent,
): Promise<RecordedEvent> => {
  const [recorded] = await recordCarrierEvents(tx, [{ run, event }]);
  return recorded ?? { endEventId: null, repeated: true };
};

/** Inserts the events and moves the calls' states, in one statement; returns the events that are new. */
const insertEvents = async (
  tx: OrganizationTransaction,
  told: readonly ReportedEvent[],
): Promise<Set<ReportedEvent>> => {
  if (told.length === 0) return new Set();
  const events = told.map(({ run, event: { eventId, call, recording } }) => ({
    organization_id: run.organization_id,
    run_id: run.id,
    event_id: eventId,
    state: call.state,
    outcome: call.outcome,
    call,
    recording,
  }));
  const rows = await insertStatement(tx, [JSON.stringify(events)]);
  const inserted = new Set(rows.map((row) => `${row.run_id} ${row.event_id}`));
  return new Set(told.filter(({ run, event }) => inserted.has(`${run.id} ${event.eventId}`)));
};

const insertStatement = compileOnce<{ run_id: number; event_id: string }>((tx) =>
  sql<{ run_id: number; event_id: string }>`
    with told as (
      select * from jsonb_to_recordset(${"[]"}::jsonb) as event (organization_id bigint, run_id bigint,
        event_id text, state text, outcome text, call jsonb, recording jsonb)
    ), inserted as (
      insert into carrier_events (organization_id, run_id, event_id, state, outcome, call, recording)
      select * from told order by run_id, event_id
      on conflict do nothing returning run_id, event_id
    ), moved as (
      ${moveRunsAsReported}
    )
    select run_id, event_id from inserted
  `.compile(tx),
);

/**
 * Reads a run, and its call from an event, completed from other events: some carriers report who answered, and when, in
 * separate events, and not in the last one. `told` is null when no such event is stored.
 */
export const findRunAsReported = async (
  tx: OrganizationTransaction,
  runUuid: string,
  eventId: string,
): Promise<{ run: CallRun; told: CarrierCall | null } | undefined> => {
  const row = await tx
    .selectFrom("call_runs")
    .leftJoin("carrier_events as e", (join) =>
      join.onRef("e.run_id", "=", "call_runs.id").on("e.event_id", "=", eventId),
    )
    .selectAll("call_runs")
    .select("e.call as stored")
    .where("call_runs.uuid", "=", runUuid)
    .executeTakeFirst();
  if (!row) return undefined;
  const { stored, ...run } = row;
  const earlier = { answeredAt: run.answered_at, answeredBy: readRunDetection(run) };
  return { run, told: stored && withEarlierEvents(revive(stored), earlier) };
};

/** Returns the recordings that the carrier has reported. */
export const listReportedRecordings = async (
  tx: OrganizationTransaction,
  runId: number,
): Promise<CarrierRecording[]> => {
  const rows = await tx
    .selectFrom("carrier_events")
    .select("recording")
    .where("run_id", "=", runId)
    .where("recording", "is not", null)
    .execute();
  return rows.flatMap(({ recording }) => recording ?? []);
};

/**
 * Tells whether the carrier itself has reported anything about this call: events that we fetched start with `fetch:`.
 */
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
  answeredBy: readDetection(stored.answeredBy),
  startedAt: dateOf(stored.startedAt),
  answeredAt: dateOf(stored.answeredAt),
  endedAt: dateOf(stored.endedAt),
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
