import {
  deleteUnusedModels,
  listOrganizationsWithFormerModels,
} from "../../infra/postgres/model/former-models.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Deletes former models without vectors. Normally the last document does that; this removes what two simultaneous ones
 * leave.
 */
export const deleteFormerModels = async ({ database }: Pick<WorkerDependencies, "database">): Promise<number> => {
  let forgotten = 0;
  for (const organizationId of await listOrganizationsWithFormerModels(database)) {
    forgotten += await database.inOrganization(organizationId, deleteUnusedModels);
  }
  return forgotten;
};
