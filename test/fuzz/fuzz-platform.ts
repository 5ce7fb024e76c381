import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { columnTypes, openDatabase } from "../../infra/postgres/database.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { type FuzzOrganization, fillFuzzOrganization } from "./fuzz-organization.ts";

/** A platform with the root of its API, and an organization in it. */
export interface FuzzPlatform extends FuzzOrganization {
  api: string;
  /** Whether something else keeps its machine busy meanwhile, such as other tests. */
  sharesItsMachine: boolean;
}

const NO_LIMIT = "1000000";

/** Opens the whole platform in processes of its own. */
export const openFuzzPlatform = async (): Promise<FuzzPlatform & { close(): Promise<void> }> => {
  const stack = await openTestStack({
    RATE_LIMIT_PER_KEY_PER_SECOND: NO_LIMIT,
    RATE_LIMIT_PER_ADDRESS_PER_SECOND: NO_LIMIT,
    SIGNUPS_PER_HOUR: NO_LIMIT,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  });
  try {
    const { environment, addresses } = stack.running;
    return {
      api: addresses.api,
      sharesItsMachine: false,
      ...(await fillOrganization(environment)),
      close: () => stack.close(),
    };
  } catch (error) {
    await stack.close();
    throw error;
  }
};

const fillOrganization = async (environment: NodeJS.ProcessEnv): Promise<FuzzOrganization> => {
  const url = environment["DATABASE_MIGRATIONS_URL"] ?? "";
  const everything = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1, types: columnTypes }) }),
  });
  const database = openDatabase({
    url: environment["DATABASE_URL"] ?? "",
    poolSize: 2,
    applicationName: "fuzz",
  });
  try {
    return await fillFuzzOrganization({ everything, database });
  } finally {
    await everything.destroy();
    await database.close();
  }
};
