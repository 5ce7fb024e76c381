import { sql } from "kysely";
import { type Capacity, isFull } from "../../../domain/call/admission-facts.rules.ts";
import { LIVE_CALL_STATES, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { SIP } from "../../../domain/call/carrier-account.ts";
import { countSlotsOfOrganization, countSlotsOfVisitors } from "../../../domain/call/voice-slots.rules.ts";
import { VOICE_SLOT_KEPT_SECONDS } from "../../../domain/call/web-call.rules.ts";
import { SIMULATED_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { lockExclusively } from "../locks.ts";
import { countVoiceSlots } from "./media-process.repository.ts";

type Run = { uuid: string };

/** Longer than a phone rings. */
const LONGEST_KEPT_SECONDS = 900;
/** A reservation that is kept for longer was made before the database's clock was set back; else its slot would be missing for as long. */
const isKept = sql<boolean>`(reserved_until > clock_timestamp()
  and reserved_until <= clock_timestamp() + ${LONGEST_KEPT_SECONDS} * interval '1 second')`;

/**
 * Makes transactions that take a place in a media process wait for each other, so that two never take the same last place. It is
 * one lock for all organizations, so it is taken after their own locks, as late as possible, and before anything is written.
 */
const queueForVoicePlaces = (tx: OrganizationTransaction): Promise<void> => lockExclusively(tx, "voice places");

/** Counts the calls that have or will have a place, beside those that may; without a run all calls count. */
export const readVoiceCapacities = async (
  tx: OrganizationTransaction,
  runUuid?: string,
): Promise<[inAll: Capacity, ofOrganization: Capacity]> => {
  const { places, taken } = await countVoiceSlots(tx);
  const reserved = await countReservedBeside(tx, runUuid);
  const { ofOrganization } = await countCallsBeside(tx, runUuid);
  return [
    { whose: "media processes", live: taken + reserved, limit: places },
    {
      whose: "organization in media processes",
      live: ofOrganization,
      limit: countSlotsOfOrganization(places),
    },
  ];
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
 * Keeps a place for a call, or extends that, so that a person who joins within that time is talked with at once. Returns what is
 * full, the places or the organization's share of them; null: the place is kept.
 */
export const keepVoiceSlotUnlessFull = async (
  tx: OrganizationTransaction,
  run: Run,
  seconds: number,
): Promise<Capacity | null> => {
  await queueForVoicePlaces(tx);
  const full = (await readVoiceCapacities(tx, run.uuid)).find(isFull);
  if (full) return full;
  await keepVoicePlace(tx, run, seconds);
  return null;
};

/** Keeps a place, or extends that, for the time that a person may take to join; returns false when something is full. */
export const reserveVoiceSlot = async (
  tx: OrganizationTransaction,
  run: Run,
  seconds = VOICE_SLOT_KEPT_SECONDS,
): Promise<boolean> => (await keepVoiceSlotUnlessFull(tx, run, seconds)) === null;

/** The same for an unknown visitor of another site, who may join. */
export const reserveVisitorSlot = async (tx: OrganizationTransaction, run: Run): Promise<boolean> => {
  await queueForVoicePlaces(tx);
  const { places } = await countVoiceSlots(tx);
  const { ofVisitors } = await countCallsBeside(tx, run.uuid);
  if (ofVisitors >= countSlotsOfVisitors(places)) return false;
  return reserveVoiceSlot(tx, run);
};

/** Counts the organization's other calls in which the platform speaks: over SIP trunks, and in the browser, joined or not. */
const countCallsBeside = async (
  tx: OrganizationTransaction,
  runUuid: string | undefined,
): Promise<{ ofOrganization: number; ofVisitors: number }> => {
  const isOnTrunk = sql<boolean>`(call_runs.provider = ${SIP}
    and call_runs.environment not in (${literals(SIMULATED_ENVIRONMENTS)}))`;
  const isLive = sql<boolean>`(call_runs.state in (${literals(LIVE_CALL_STATES)}) or ${isKept})`;
  const isVisited = sql<boolean>`(call_runs.embed_token_id is not null and ${isKept})`;
  const { ofOrganization, ofVisitors } = await tx
    .selectFrom("call_runs")
    .leftJoin("voice_reservations", "voice_reservations.run_uuid", "call_runs.uuid")
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere(isLive).as("ofOrganization"),
      fn.countAll<string>().filterWhere(isVisited).as("ofVisitors"),
    ])
    .where("call_runs.ended_at", "is", null)
    .where("call_runs.state", "in", OPEN_CALL_STATES)
    .where(({ eb, or }) => or([isOnTrunk, eb("call_runs.carries_audio", "=", true)]))
    .where(({ eb }) => (runUuid === undefined ? eb.lit(true) : eb("call_runs.uuid", "<>", runUuid)))
    .executeTakeFirstOrThrow();
  return { ofOrganization: Number(ofOrganization), ofVisitors: Number(ofVisitors) };
};

/** Releases the place, because the call is over or will not be made. */
export const releaseVoiceSlot = async (tx: OrganizationTransaction, { uuid }: Run): Promise<void> => {
  await tx.deleteFrom("voice_reservations").where("run_uuid", "=", uuid).execute();
};
