import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { columnTypes, openDatabase } from "../../infra/postgres/database.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { fillTables } from "../factories/tenant-rows.ts";
import { createKey } from "../factories/tenant.ts";
import { TEST_ENCRYPTION_KEY } from "../harness/test-secrets.ts";
import { openTestStack } from "../harness/test-stack.ts";

/** A whole platform with an organization that has something of everything, and a key of its admin. */
export interface FuzzPlatform {
  api: string;
  apiKey: string;
  /** Values for paths in this organization, by the name of the path parameter. */
  pathParameters: Readonly<Record<string, string | number>>;
  close(): Promise<void>;
}

const NO_LIMIT = "1000000";

export const openFuzzPlatform = async (): Promise<FuzzPlatform> => {
  const stack = await openTestStack({
    RATE_LIMIT_PER_KEY_PER_SECOND: NO_LIMIT,
    RATE_LIMIT_PER_ADDRESS_PER_SECOND: NO_LIMIT,
    SIGNUPS_PER_HOUR: NO_LIMIT,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
  });
  try {
    const { environment, addresses } = stack.running;
    return { api: addresses.api, ...(await fillOrganization(environment)), close: () => stack.close() };
  } catch (error) {
    await stack.close();
    throw error;
  }
};

const fillOrganization = async (environment: NodeJS.ProcessEnv) => {
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
    const tenant = await fillTables({ everything, database }, "Fuzzed");
    const { apiKey } = await createKey({ everything }, { tenant });
    return { apiKey, pathParameters: tenant.pathParameters };
  } finally {
    await everything.destroy();
    await database.close();
  }
};
