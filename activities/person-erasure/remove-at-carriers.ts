import { removeCarrierRecordings } from "../../application/recording/remove-carrier-recordings.ts";
import { ERASURE_WAITS_MS, leftAt } from "../../domain/privacy/carrier-recordings.rules.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import { countOnce } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import {
  askToRemoveRecordings,
  listUnsettledOfErasure,
} from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import { type Erasure, type ErasureDependencies, splitByRuns } from "./erasure.ts";

/**
 * Has carriers remove what they recorded of the person. Returns for how many calls the erasure waits: a carrier that does not answer is
 * waited for an hour; what it has not removed then, or refuses to, the receipt names, and maintenance goes on asking for it.
 */
export const removeAtCarriers = async (deps: ErasureDependencies, erasure: Erasure): Promise<number> => {
  const { database, clock } = deps;
  const { organizationId, uuid } = erasure;
  for (const { runIds } of splitByRuns(erasure))
    await database.inOrganization(organizationId, (tx) => askToRemoveRecordings(tx, runIds, { erasureUuid: uuid }));
  const nowMs = clock.now().getTime();
  await removeCarrierRecordings(deps, organizationId, { erasureUuid: uuid, untilMs: nowMs + MINUTE_MS });
  return database.inOrganization(organizationId, async (tx) => {
    const unsettled = await listUnsettledOfErasure(tx, uuid);
    const waiting = unsettled.filter(
      ({ state, created_at }) => state === "waiting" && nowMs - created_at.getTime() < ERASURE_WAITS_MS,
    );
    if (waiting.length > 0) return waiting.length;
    for (const { id, provider } of unsettled)
      await countOnce(tx, uuid, { place: leftAt(provider), mark: `recordings ${id}` });
    return 0;
  });
};
