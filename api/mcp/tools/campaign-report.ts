import { parse } from "csv-parse/sync";
import { z } from "zod";
import { defineTool, id } from "../tool.ts";

const MOST_ROWS = 200;

export const campaignReport = defineTool({
  name: "campaign_report",
  title: "Report of a campaign",
  description:
    "Outcomes and cost of a campaign, and rows of its report: one for each call, or for each contact with why it was not reached. The whole file is campaigns.report of the API.",
  effect: "reads",
  input: z.object({
    campaign_id: id,
    rows: z.enum(["calls", "contacts"]).optional(),
    limit: z.number().int().min(0).max(MOST_ROWS).optional().meta({ description: "50 unless set" }),
    skip: z.number().int().min(0).optional(),
  }),
  run: async (call, { campaign_id, rows = "calls", limit = 50, skip = 0 }) => {
    const params = { campaign_id };
    const summary = await call.ask("campaigns.summary", { params });
    const file = await call.askWhole("campaigns.report", { params, query: { rows } });
    const lines = typeof file.data === "string" ? readRows(file.data) : [];
    return {
      summary,
      rows: lines.slice(skip, skip + limit),
      rows_in_file: lines.length,
      ...(file.isCut && { note: "The file is longer than a megabyte: rows_in_file counts what was read of it" }),
    };
  },
});

/** A file that was cut ends in a broken line. */
const readRows = (text: string): Record<string, string>[] =>
  parse(text, {
    columns: true,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
  });
