import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readUsageFilters, requireUsageSubjects } from "./list-usage.ts";
import { presentRunReport } from "./run-report.presenter.ts";
import type { usageReportQuery } from "./usage.schemas.ts";

/** Exports every ended call of the organization that matches the usage list's filters as a file. */
export const reportUsage = (context: OperationContext, { query }: OperationInput<{ query: typeof usageReportQuery }>) =>
  presentRunReport(
    context,
    {
      selection: { scope: { all: true }, filters: readUsageFilters(query) },
      filename: "usage-report",
      format: query.format,
    },
    (tx) => requireUsageSubjects(tx, query),
  );
