import { sealRecord } from "../../application/record/seal-record.ts";
import { listUnsealedRecords } from "../../infra/postgres/record/record.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Seals the records of all organizations, one after another; what fails is tried again in the next round. It is no repair: returns 0. */
export const sealRecords = async (deps: WorkerDependencies): Promise<number> => {
  const failures: unknown[] = [];
  for (const organizationId of await listUnsealedRecords(deps.database)) {
    try {
      await sealRecord(deps, organizationId);
    } catch (error) {
      deps.logger.error(
        { err: error, organization_id: organizationId },
        "an organization's record could not be sealed",
      );
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return 0;
};
