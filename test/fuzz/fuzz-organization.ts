import { createKey } from "../factories/tenant.ts";
import { fillTables } from "../factories/tenant-rows.ts";
import type { FilledDatabase } from "../harness/test-database.ts";

/** An organization that has something of everything, and a key of its admin. */
export interface FuzzOrganization {
  apiKey: string;
  /** Values for paths in this organization, by the name of the path parameter. */
  pathParameters: Readonly<Record<string, string | number>>;
}

export const fillFuzzOrganization = async (test: FilledDatabase): Promise<FuzzOrganization> => {
  const tenant = await fillTables(test, "Fuzzed");
  const { apiKey } = await createKey(test, { tenant });
  return { apiKey, pathParameters: tenant.pathParameters };
};
