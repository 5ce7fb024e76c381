import { cosignRecord } from "../../application/record/cosign-record.ts";
import { sealRecord } from "../../application/record/seal-record.ts";
import { listUnsealedRecords } from "../../infra/postgres/record/record.repository.ts";
import { listUncosignedRecords } from "../../infra/postgres/record/record-witnesses.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type SealingDependencies = Pick<
  WorkerDependencies,
  "database" | "objectStore" | "secrets" | "logger" | "guardedRequests" | "recordWitnesses"
>;

/** Seals the records of all organizations, one after another; what fails is tried again in the next round. It is no repair: returns 0. */
export const sealRecords = async (deps: SealingDependencies): Promise<number> => {
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
  await cosignRecords(deps);
  if (failures.length > 0) throw failures[0];
  return 0;
};

/** Asks the witnesses behind all that is sealed. One that is away for a record is not asked for the others in this round. */
const cosignRecords = async (deps: SealingDependencies): Promise<void> => {
  let present = deps.recordWitnesses;
  if (present.length === 0) return;
  for (const organizationId of await listUncosignedRecords(deps.database)) {
    try {
      const away = await cosignRecord(deps, { organizationId, witnesses: present });
      present = present.filter((witness) => !away.has(witness));
    } catch (error) {
      deps.logger.error(
        { err: error, organization_id: organizationId },
        "a record could not be shown to its witnesses",
      );
    }
    if (present.length === 0) return;
  }
};
