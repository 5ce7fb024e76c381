import { createHash } from "node:crypto";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Returns the run that an earlier sending of the same request made, or the uuid for a new one. A run that ended without
 * a call (no capacity, refused, never started) is not reused, because the request was told to try later.
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

/** `unknown` does not count, because somebody may have been called. */
const endedWithoutCall = (run: CallRun): boolean =>
  isCallOver(run) && run.state !== "blocked" && run.carrier_accepted_at === null && run.outcome !== "unknown";

/** Derived from request and round; version 8, custom. */
const laterUuid = (requestUuid: string, round: number): string => {
  const hex = createHash("sha256").update(`${requestUuid} ${round}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
