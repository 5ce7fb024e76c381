import { gatherPrices } from "../../activities/call-run/gather-prices.ts";
import type { WorkerDependencies } from "../../activities/dependencies.ts";
import type { TestDatabase } from "../harness/test-database.ts";

/**
 * Asks for the price of one ended call now, whenever it would be due. Returns after how many seconds its carrier is asked again; null:
 * nothing more is expected.
 */
export const gatherPriceOf = async (
  { test, deps }: { test: TestDatabase; deps: WorkerDependencies },
  runUuid: string,
): Promise<number | null> => {
  const run = await test.everything
    .selectFrom("call_runs")
    .select(["id", "organization_id", "telephony_configuration_id"])
    .where("uuid", "=", runUuid)
    .executeTakeFirstOrThrow();
  const due_at = new Date(Date.now() - 60_000);
  const reports = test.everything
    .updateTable("awaited_reports")
    .where("run_id", "=", run.id)
    .where("kind", "=", "price");
  await reports.set({ due_at }).execute();
  await gatherPrices(deps, { organizationId: run.organization_id, accountId: run.telephony_configuration_id });
  const left = await test.everything
    .selectFrom("awaited_reports")
    .select("due_at")
    .where("run_id", "=", run.id)
    .where("kind", "=", "price")
    .executeTakeFirst();
  return left ? Math.round((left.due_at.getTime() - Date.now()) / 1000) : null;
};
