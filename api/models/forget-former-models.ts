import {
  forgetUnusedModels,
  listOrganizationsWithFormerModels,
} from "../../infra/postgres/model/former-models.repository.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Former models that nothing has vectors of any more go with the last document; here, what two that went at once have left. */
export const forgetFormerModels = async ({ database }: Pick<ApiDependencies, "database">): Promise<number> => {
  let forgotten = 0;
  for (const organizationId of await listOrganizationsWithFormerModels(database)) {
    forgotten += await database.inOrganization(organizationId, forgetUnusedModels);
  }
  return forgotten;
};
