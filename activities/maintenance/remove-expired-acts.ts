import { removeOldActs } from "../../infra/postgres/audit/acts.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** A round removes at most so many; the next one goes on. */
const ACTS_A_ROUND = 10_000;

/** Removes acts that are older than the operator keeps them, which is no fault, and is not counted. */
export const removeExpiredActs = async ({ database, auditKeepDays }: WorkerDependencies): Promise<number> => {
  await removeOldActs(database, { days: auditKeepDays, atMost: ACTS_A_ROUND });
  return 0;
};
