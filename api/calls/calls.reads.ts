import { readDailyUsage } from "../../infra/postgres/call/daily-usage.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { runNotFound } from "./calls.errors.ts";
import type { runParams } from "./calls.schemas.ts";
import { openWorkflowLinks } from "./link-to-workflow.ts";
import { presentWholeRun } from "./present-whole-run.ts";
import type { dailyUsageQuery } from "./usage.schemas.ts";

/** Returns the usage of each of the last days, in the organization's zone; today is the last one. */
export const getDailyUsage = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof dailyUsageQuery }>,
) => context.inOrganization((tx) => readDailyUsage(tx, { days: query.days, now: context.clock.now() }));

/** Returns one run with its carrier's events, and links to its files. */
export const getRun = async (context: OperationContext, { params }: OperationInput<{ params: typeof runParams }>) => {
  const links = await openWorkflowLinks(context);
  return context.inOrganization(async (tx) => {
    const run = await tx
      .selectFrom("call_runs")
      .selectAll()
      .where("id", "=", params.run_id)
      .where("agent_id", "=", params.workflow_id)
      .executeTakeFirst();
    if (!run) throw runNotFound();
    return presentWholeRun(context, run, { tx, links });
  });
};
