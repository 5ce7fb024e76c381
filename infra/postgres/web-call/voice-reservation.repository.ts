import { sql } from "kysely";
import { VOICE_PLACE_KEPT_SECONDS } from "../../../domain/call/web-call.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { lockExclusively } from "../locks.ts";
import { countVoicePlaces } from "./media-process.repository.ts";

type Run = { uuid: string };

/** Longer than a phone rings. */
const LONGEST_KEPT_SECONDS = 900;
/** What is kept for longer was kept before the database's clock was set back; else the places would be missing for as long. */
const isKept = sql<boolean>`(reserved_until > clock_timestamp()
  and reserved_until <= clock_timestamp() + ${LONGEST_KEPT_SECONDS} * interval '1 second')`;

/**
 * Makes transactions that take a place in a media process wait for each other, so that two never take the same last place. It is
 * one lock for all organizations, so it is taken after their own locks, as late as possible, and before anything is written.
 */
const queueForVoicePlaces = (tx: OrganizationTransaction): Promise<void> => lockExclusively(tx, "voice places");

/** Counts the places, and those that other calls have or will have; without a run all calls count. */
export const countPlacesBeside = async (
  tx: OrganizationTransaction,
  runUuid?: string,
): Promise<{ places: number; live: number }> => {
  const { places, taken } = await countVoicePlaces(tx);
  const reserved = await countReservedBeside(tx, runUuid);
  return { places, live: taken + reserved };
};

const countReservedBeside = async (tx: OrganizationTransaction, runUuid: string | undefined): Promise<number> => {
  const { reserved } = await tx
    .selectFrom("voice_reservations")
    .select(({ fn }) => fn.countAll<string>().as("reserved"))
    .where(({ eb }) => (runUuid === undefined ? eb.lit(true) : eb("run_uuid", "<>", runUuid)))
    .where(isKept)
    .executeTakeFirstOrThrow();
  return Number(reserved);
};

/** Deletes expired reservations, except those that another transaction is about to delete, so that no admission waits for it. */
const deleteExpired = async (tx: OrganizationTransaction): Promise<void> => {
  await tx
    .deleteFrom("voice_reservations")
    .where("run_uuid", "in", ({ selectFrom }) =>
      selectFrom("voice_reservations").select("run_uuid").where(sql<boolean>`not ${isKept}`).forUpdate().skipLocked(),
    )
    .execute();
};

/** Keeps a place for a call; the caller holds `queueForVoicePlaces` and has seen a free place. */
const keepVoicePlace = async (tx: OrganizationTransaction, { uuid }: Run, seconds: number): Promise<void> => {
  const reserved_until = sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
  await deleteExpired(tx);
  await tx
    .insertInto("voice_reservations")
    .values({ run_uuid: uuid, reserved_until })
    .onConflict((kept) => kept.column("run_uuid").doUpdateSet({ reserved_until }))
    .execute();
};

/**
 * Keeps a place for a call, or extends that, so that a person who joins within that time is talked with at once; returns false when
 * there is none.
 */
export const reserveVoicePlace = async (
  tx: OrganizationTransaction,
  run: Run,
  seconds = VOICE_PLACE_KEPT_SECONDS,
): Promise<boolean> => {
  await queueForVoicePlaces(tx);
  const { places, live } = await countPlacesBeside(tx, run.uuid);
  if (live >= places) return false;
  await keepVoicePlace(tx, run, seconds);
  return true;
};

/** Web calls cost their maker nothing, so those of one organization have this share of all places at most, joined or not. */
const SHARE_OF_WEB_CALLS = 0.75;
/** Unknown visitors of other sites keep fewer until they join, and leave some to the organization's own people. */
const SHARE_OF_VISITORS = 0.5;

/** Keeps a place for somebody who may join a web call; returns false when there is none, or the organization's share is taken. */
export const reserveWebCallPlace = async (tx: OrganizationTransaction, run: Run): Promise<boolean> => {
  await queueForVoicePlaces(tx);
  const { places } = await countVoicePlaces(tx);
  const { ofWebCalls } = await countWebCallsBeside(tx, run);
  if (ofWebCalls >= Math.ceil(places * SHARE_OF_WEB_CALLS)) return false;
  return reserveVoicePlace(tx, run);
};

/** The same for an unknown visitor of another site. */
export const reserveVisitorPlace = async (tx: OrganizationTransaction, run: Run): Promise<boolean> => {
  await queueForVoicePlaces(tx);
  const { places } = await countVoicePlaces(tx);
  const { ofVisitors } = await countWebCallsBeside(tx, run);
  if (ofVisitors >= Math.max(Math.floor(places * SHARE_OF_VISITORS), 1)) return false;
  return reserveWebCallPlace(tx, run);
};

/** Counts the organization's other web calls with audio. */
const countWebCallsBeside = async (
  tx: OrganizationTransaction,
  { uuid }: Run,
): Promise<{ ofWebCalls: number; ofVisitors: number }> => {
  const { ofWebCalls, ofVisitors } = await tx
    .selectFrom("call_runs")
    .leftJoin("voice_reservations", "voice_reservations.run_uuid", "call_runs.uuid")
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(sql<boolean>`(state = 'in_progress' or ${isKept})`).as("ofWebCalls"),
      fn.countAll<string>().filterWhere(sql<boolean>`(embed_token_id is not null and ${isKept})`).as("ofVisitors"),
    ])
    .where("call_runs.ended_at", "is", null)
    .where("call_runs.state", "in", ["queued", "in_progress"])
    .where("call_runs.mode", "=", "smallwebrtc")
    .where("call_runs.carries_audio", "=", true)
    .where("call_runs.uuid", "<>", uuid)
    .executeTakeFirstOrThrow();
  return { ofWebCalls: Number(ofWebCalls), ofVisitors: Number(ofVisitors) };
};

/** Releases the place, because the call is over or will not be made. */
export const releaseVoicePlace = async (tx: OrganizationTransaction, { uuid }: Run): Promise<void> => {
  await tx.deleteFrom("voice_reservations").where("run_uuid", "=", uuid).execute();
};
