import type { PoolClient } from "pg";
import type { Database } from "./database.ts";

/** Runs `Database.inOrganization` for work that needs the driver itself, such as COPY. */
export const runInOrganizationClient = async <T>(
  database: Database,
  organizationId: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await database.pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    await client.query("select set_config('app.organization_id', $1, true)", [String(organizationId)]);
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};
