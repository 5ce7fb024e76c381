import {
  deleteUnusedModels,
  listOrganizationsWithFormerModels,
} from "../../infra/postgres/model/former-models.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Former models that nothing has vectors of any more go with the last document; here, what two that went at once have left. */
export const forgetFormerModels = async ({ database }: Pick<WorkerDependencies, "database">): Promise<number> => {
  let forgotten = 0;
  for (const organizationId of await listOrganizationsWithFormerModels(database)) {
    forgotten += await database.inOrganization(organizationId, deleteUnusedModels);
  }
  return forgotten;
};
