import { keepActs } from "../../infra/postgres/audit/acts.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Drops the months of acts that are older than the operator keeps them, which is no fault, and is not counted; makes those to come. */
export const removeExpiredActs = async ({
  database,
  auditKeepDays,
}: Pick<WorkerDependencies, "database" | "auditKeepDays">): Promise<number> => {
  await keepActs(database, auditKeepDays);
  return 0;
};
