import { measureRows } from "../../infra/postgres/access/organization-rows.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** How old a measurement of the organizations' rows may become. */
const EVERY_SECONDS = 5 * 60;

/** Measures how much the rows of each organization hold, which the API compares with their limit. It is no repair: returns 0. */
export const measureOrganizationRows = async ({ database }: Pick<WorkerDependencies, "database">): Promise<number> => {
  await measureRows(database, { everySeconds: EVERY_SECONDS });
  return 0;
};
