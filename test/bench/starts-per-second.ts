import { Client } from "pg";
import type { RunningStack } from "../../infra/local/stack.ts";

/** Returns how many calls of a campaign a second were handed to its carrier, between the first of them and the last. */
export const readStartsPerSecond = async (stack: RunningStack, campaignId: number): Promise<number> => {
  const db = new Client({ connectionString: stack.environment["DATABASE_MIGRATIONS_URL"] });
  await db.connect();
  try {
    const { rows } = await db.query<{ rate: number }>(
      `select ((count(*) - 1) / extract(epoch from max(carrier_requested_at) - min(carrier_requested_at)))::float8 as rate
      from call_runs where campaign_id = $1 and carrier_requested_at is not null`,
      [campaignId],
    );
    return rows[0]?.rate ?? Number.NaN;
  } finally {
    await db.end();
  }
};
