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

/** Sealing comes again within the minute: witnesses that are slow have the others wait no longer than this. */
const WITNESSES_WITHIN_MS = 30_000;

/** Each round begins with other records, so that none is left out for good. */
const shuffle = (ids: readonly number[]): number[] =>
  ids
    .map((id) => ({ id, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ id }) => id);

/** Asks the witnesses behind all that is sealed. One that is away for a record is not asked for the others in this round. */
const cosignRecords = async (deps: SealingDependencies): Promise<void> => {
  let present = deps.recordWitnesses;
  if (present.length === 0) return;
  const untilMs = performance.now() + WITNESSES_WITHIN_MS;
  for (const organizationId of shuffle(await listUncosignedRecords(deps.database))) {
    if (performance.now() > untilMs) return;
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
