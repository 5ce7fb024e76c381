import { createFirstOrganization, hasUsers } from "../../infra/postgres/access/access.repository.ts";
import { hashPassword } from "../../infra/secrets/password-hash.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { createDefaults } from "./create-defaults.ts";

/** Creates the owner that the configuration names at the first start; later starts change nothing. */
export const bootstrapOwner = async ({ config, database, secrets, logger }: ApiDependencies): Promise<void> => {
  const { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password } = config;
  if (!email || !password || (await hasUsers(database.withoutOrganization))) return;
  const account = { email, name: null, passwordHash: await hashPassword(password), organizationName: email };
  await createFirstOrganization(database, account, async (tx, owner) => {
    await createDefaults(tx, owner, secrets);
    logger.info({ organization_id: owner.organizationId }, "the first owner was made from BOOTSTRAP_EMAIL");
  });
};
