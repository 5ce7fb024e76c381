import { readDailyUsage } from "../../infra/postgres/call/daily-usage.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { dailyUsageQuery } from "./usage.schemas.ts";

/** Returns the usage of each of the last days, in the organization's zone; today is the last one. */
export const getDailyUsage = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof dailyUsageQuery }>,
) => context.inOrganization((tx) => readDailyUsage(tx, { days: query.days, now: context.clock.now() }));
