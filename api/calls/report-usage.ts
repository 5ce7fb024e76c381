import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import type { usageReportQuery } from "./calls.schemas.ts";
import { usageFilters } from "./list-usage.ts";
import { presentRunReport } from "./run-report.presenter.ts";

/** Every call of the organization that ended and that the filters of the usage list let through, as a file. */
export const reportUsage = (context: OperationContext, { query }: { query: z.output<typeof usageReportQuery> }) =>
  presentRunReport(context, {
    selection: { scope: { all: true }, filters: usageFilters(query) },
    filename: "usage-report",
    format: query.format,
  });
