import { sql } from "kysely";
import { VOICE_PLACE_KEPT_SECONDS } from "../../../domain/call/web-call.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { lockExclusively } from "../locks.ts";
import { countVoicePlaces } from "./media-process.repository.ts";

type Run = { uuid: string };

/**
 * Makes everybody who takes a place in a media process wait for each other's transaction, so that two never take the same
 * last place. It is one lock for all organizations: it is taken after their own, as late as can be, and before anything is
 * written.
 */
const queueForVoicePlaces = (tx: OrganizationTransaction): Promise<void> => lockExclusively(tx, "voice places");

/**
 * Counts the places that there are, and those that calls have or will have beside this one. Without a run: beside none.
 */
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
    .where("reserved_until", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(reserved);
};

/** Leaves those that another transaction is about to delete, so that no admission waits for it. */
const deleteExpired = async (tx: OrganizationTransaction): Promise<void> => {
  await tx
    .deleteFrom("voice_reservations")
    .where("run_uuid", "in", ({ selectFrom }) =>
      selectFrom("voice_reservations")
        .select("run_uuid")
        .where("reserved_until", "<", sql<Date>`clock_timestamp()`)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
};

/** Keeps a place for a call; whoever calls it holds `queueForVoicePlaces` and has seen a free one. */
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
 * Keeps a place for a call, or goes on keeping it, so that whoever joins it within that time is talked with at once; false:
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

/**
 * Keeps a place for a visitor of another site, whom nobody knows; false: there is none, or visitors of this organization who
 * have not sat down have half of all places already.
 */
export const reserveVisitorPlace = async (tx: OrganizationTransaction, run: Run): Promise<boolean> => {
  await queueForVoicePlaces(tx);
  const { places } = await countVoicePlaces(tx);
  const kept = await countKeptForVisitors(tx);
  if (kept >= Math.max(Math.floor(places / 2), 1)) return false;
  return reserveVoicePlace(tx, run);
};

const countKeptForVisitors = async (tx: OrganizationTransaction): Promise<number> => {
  const { kept } = await tx
    .selectFrom("voice_reservations")
    .innerJoin("call_runs", "call_runs.uuid", "voice_reservations.run_uuid")
    .select(({ fn }) => fn.countAll<string>().as("kept"))
    .where("call_runs.embed_token_id", "is not", null)
    .where("voice_reservations.reserved_until", ">", sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(kept);
};

/** Lets another call have the place: this one is over, or will not be made. */
export const releaseVoicePlace = async (tx: OrganizationTransaction, { uuid }: Run): Promise<void> => {
  await tx.deleteFrom("voice_reservations").where("run_uuid", "=", uuid).execute();
};
