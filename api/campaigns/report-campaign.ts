import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Response } from "express";
import type { z } from "zod";
import { publicBaseUrl } from "../../infra/config/config.ts";
import { artifactUrl, signArtifactToken } from "../../infra/postgres/artifact/artifact-link.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import {
  gatheredNames,
  readReport,
  type ReportScope,
} from "../../infra/postgres/campaign/campaign-report.repository.ts";
import { xlsxFile } from "../../infra/xlsx/xlsx-file.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import { rawAnswer } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { campaignNotFound } from "./campaigns.errors.ts";
import type { campaignParams, reportQuery } from "./campaigns.schemas.ts";
import { headerOf, type LinkOf, NOT_EXTRACTED, rowOf } from "./report-rows.ts";

const PAGE_SIZE = 1000;
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", xlsx: XLSX_TYPE };

interface Input {
  params: z.output<typeof campaignParams>;
  query: z.output<typeof reportQuery>;
}

/** Every call that ended, as a file that is written while its rows are read. */
export const reportCampaign = async (context: OperationContext, { params, query }: Input) => {
  const scope = { campaignId: params.campaign_id, from: query.start_date, to: query.end_date };
  const { variables, linkDays } = await context.inOrganization(async (tx) => {
    if (!(await findCampaign(tx, scope.campaignId))) throw campaignNotFound();
    const { artifact_link_days } = await tx
      .selectFrom("organizations")
      .select("artifact_link_days")
      .executeTakeFirstOrThrow();
    return { variables: await gatheredNames(tx, scope, NOT_EXTRACTED), linkDays: artifact_link_days };
  });
  return rawAnswer((response) => {
    response.set({
      "Content-Type": CONTENT_TYPES[query.format],
      "Content-Disposition": `attachment; filename="campaign-${scope.campaignId}-report.${query.format}"`,
      "Cache-Control": "no-store",
    });
    return sendRows(response, rowsOf(context, scope, { variables, linkOf: linksFor(context, linkDays) }), query.format);
  });
};

const linksFor =
  ({ config, tokens, clock }: OperationContext, days: number): LinkOf =>
  (run, type) =>
    run.artifact_types.includes(type)
      ? artifactUrl(publicBaseUrl(config), signArtifactToken(tokens, run, { now: clock.now(), days }), type)
      : null;

async function* rowsOf(
  context: OperationContext,
  scope: ReportScope,
  { variables, linkOf }: { variables: string[]; linkOf: LinkOf },
): AsyncGenerator<Cell[]> {
  yield headerOf(variables);
  const pages = readReport(context.database, context.actor.organizationId, { ...scope, pageSize: PAGE_SIZE });
  for await (const page of pages) yield* page.map((run) => rowOf(run, variables, linkOf));
}

const sendRows = async (response: Response, rows: AsyncGenerator<Cell[]>, format: "csv" | "xlsx"): Promise<void> => {
  try {
    if (format === "csv") await pipeline(Readable.from(rows), stringify(), response);
    else await pipeline(Readable.from(xlsxFile(rows, { sheetName: "Calls" })), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
};

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
