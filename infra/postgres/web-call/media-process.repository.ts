import { sql, type Transaction } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";

/** A process reports itself every two seconds; one that has not done so for this long counts as gone. */
const BELIEVED_FOR_SECONDS = 15;
const KEPT_FOR_SECONDS = 3600;

interface ReportedCallSlots {
  uuid: string;
  places: number;
  taken: number;
  /** It has models of its own machine loaded. */
  speaksLocally?: boolean;
  /** The runs that have taken a place since the last report. */
  takenBy: readonly string[];
}

const believedSince = sql<Date>`clock_timestamp() - ${BELIEVED_FOR_SECONDS} * interval '1 second'`;

/**
 * Stores how many of its places a media process has taken, and releases what was reserved for the calls that took them in the same
 * statement. It also deletes processes that are long gone.
 */
export const reportCallSlots = (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  told: ReportedCallSlots,
) =>
  withoutOrganization.transaction().execute(async (tx) => {
    const { uuid, places, taken, takenBy, speaksLocally: speaks_locally = false } = told;
    await tx
      .insertInto("media_processes")
      .values({ uuid, places, taken, speaks_locally })
      .onConflict((known) =>
        known.column("uuid").doUpdateSet({ places, taken, speaks_locally, told_at: sql<Date>`now()` }),
      )
      .execute();
    if (takenBy.length > 0) await tx.deleteFrom("voice_reservations").where("run_uuid", "in", takenBy).execute();
    await deleteOthers(tx);
  });

/**
 * Deletes processes that are long gone, and those that reported themselves before the clock was set back: one that runs is here again
 * with its next report. A process that reports itself now is left alone, so that none waits for another.
 */
const deleteOthers = async (tx: Transaction<Tables>): Promise<void> => {
  const seconds = (count: number) => sql<Date>`now() + ${count} * interval '1 second'`;
  await tx
    .deleteFrom("media_processes")
    .where("uuid", "in", ({ selectFrom }) =>
      selectFrom("media_processes")
        .select("uuid")
        .where((row) =>
          row.or([row("told_at", "<", seconds(-KEPT_FOR_SECONDS)), row("told_at", ">", seconds(BELIEVED_FOR_SECONDS))]),
        )
        .forUpdate()
        .skipLocked(),
    )
    .execute();
};

/** Deletes a process that takes no more calls. */
export const deleteMediaProcess = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  uuid: string,
): Promise<void> => {
  await withoutOrganization.deleteFrom("media_processes").where("uuid", "=", uuid).execute();
};

/** Tells whether a media process that runs has models of its own machine loaded. */
export const isSpeechLocal = async (tx: OrganizationTransaction): Promise<boolean> => {
  const found = await tx
    .selectFrom("media_processes")
    .select("uuid")
    .where("told_at", ">", believedSince)
    .where("speaks_locally", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

/** Counts the places of the media processes that run, and how many of them are taken. */
export const countVoiceSlots = async (tx: OrganizationTransaction): Promise<{ places: number; taken: number }> => {
  const { places, taken } = await tx
    .selectFrom("media_processes")
    .select(({ fn }) => [fn.sum<string | null>("places").as("places"), fn.sum<string | null>("taken").as("taken")])
    .where("told_at", ">", believedSince)
    .executeTakeFirstOrThrow();
  return { places: Number(places ?? 0), taken: Number(taken ?? 0) };
};
