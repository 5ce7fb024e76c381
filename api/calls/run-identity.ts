import { createHash } from "node:crypto";
import type { InsertObject } from "kysely";
import { findRun, isOver } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/**
 * The run of a request: the one that an earlier sending of the same request made, or the uuid for a new one. A run that
 * ended without a call (no capacity, refused, never started) is not found again: the request was told to try later.
 */
export const identifyRun = async (
  tx: OrganizationTransaction,
  requestUuid: string,
): Promise<{ uuid: string; earlier: CallRun | null }> => {
  for (let round = 0; ; round += 1) {
    const uuid = round === 0 ? requestUuid : laterUuid(requestUuid, round);
    const earlier = await findRun(tx, uuid);
    if (!earlier || !endedWithoutCall(earlier)) return { uuid, earlier: earlier ?? null };
  }
};

/** Two processes may carry out the same request at once: the second gets the first one's row. */
export const insertOnce = async (
  tx: OrganizationTransaction,
  row: InsertObject<Tables, "call_runs">,
): Promise<CallRun> => {
  const inserted = await tx
    .insertInto("call_runs")
    .values(row)
    .onConflict((clash) => clash.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return inserted;
  return tx.selectFrom("call_runs").selectAll().where("uuid", "=", row.uuid).executeTakeFirstOrThrow();
};

/** `unknown` does not count: somebody may have been called. */
const endedWithoutCall = (run: CallRun): boolean =>
  isOver(run) && run.state !== "blocked" && run.carrier_accepted_at === null && run.outcome !== "unknown";

/** Depends on the request and the round alone; version 8, custom. */
const laterUuid = (requestUuid: string, round: number): string => {
  const hex = createHash("sha256").update(`${requestUuid} ${round}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
