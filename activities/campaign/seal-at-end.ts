import { sealRecord } from "../../application/record/seal-record.ts";
import { type CampaignState, isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Signs a checkpoint behind the end of a campaign, at once instead of within the minute. What fails here is logged and left to that
 * minute: an end never waits for an object store that is away. A repeated try of the activity seals what the first has left.
 */
export const sealAtEnd = async <Reading extends { state: CampaignState }>(
  deps: Pick<WorkerDependencies, "database" | "objectStore" | "secrets" | "logger">,
  organizationId: number,
  reading: Reading,
): Promise<Reading> => {
  if (!isCampaignOver(reading.state)) return reading;
  try {
    await sealRecord(deps, organizationId);
  } catch (error) {
    deps.logger.warn(
      { err: error, organization_id: organizationId },
      "a campaign's end is sealed with the next minute",
    );
  }
  return reading;
};
