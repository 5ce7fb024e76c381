import { afterAll } from "@jest/globals";
import { createTenant, type Tenant } from "../factories/tenant.ts";
import type { ApiClient } from "./api-client.ts";
import { startTestApi, type TestApi, type TestApiOptions } from "./test-api.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

export interface TenantApi {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  admin: ApiClient;
  operator: ApiClient;
}

/** Opens a database and an API of a suite's own, and closes both after its last test. */
export const useTestApi = async (options: TestApiOptions = {}): Promise<Pick<TenantApi, "test" | "api">> => {
  const test = await createTestDatabase();
  const api = await startTestApi(test, options);
  afterAll(async () => {
    await api.close();
    await test.drop();
  });
  return { test, api };
};

/** Opens them with a first organization. */
export const useTenantApi = async (options: TestApiOptions = {}): Promise<TenantApi> => {
  const { test, api } = await useTestApi(options);
  const tenant = await createTenant(test);
  const clientOf = ({ token }: { token: string }) => api.client({ token });
  return { test, api, tenant, admin: clientOf(tenant.admin), operator: clientOf(tenant.operator) };
};
