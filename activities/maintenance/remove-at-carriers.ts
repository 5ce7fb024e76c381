import { removeCarrierRecordings } from "../../application/recording/remove-carrier-recordings.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import {
  forgetSettledRecordings,
  listOrganizationsWithRecordingsToRemove,
} from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { removeEach } from "./remove-each.ts";

/** Has carriers remove recordings that were removed here. It is no repair: returns 0. */
export const removeAtCarriers = async (
  deps: Pick<WorkerDependencies, "database" | "carriers" | "secrets" | "clock">,
): Promise<number> => {
  const untilMs = deps.clock.now().getTime() + MINUTE_MS;
  return removeEach(await listOrganizationsWithRecordingsToRemove(deps.database), async (organizationId) => {
    await removeCarrierRecordings(deps, organizationId, { untilMs });
    await deps.database.inOrganization(organizationId, forgetSettledRecordings);
    return 0;
  });
};
