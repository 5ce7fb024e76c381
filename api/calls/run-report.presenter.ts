import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { Response } from "express";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { buildArtifactUrl, signArtifactToken } from "../../infra/postgres/artifact/artifact-link.ts";
import type { ArtifactType } from "../../infra/postgres/artifact/call-artifact.entity.ts";
import { readDaysInZone } from "../../infra/postgres/call/run-filters.ts";
import { listGatheredNames, readReport, type ReportRun } from "../../infra/postgres/call/run-report.repository.ts";
import type { RunSelection } from "../../infra/postgres/call/run-selection.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { writeXlsxFile } from "../../infra/xlsx/xlsx-file.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import { createRawAnswer } from "../http/raw-answer.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Each may have gathered tens of kilobytes. */
const RUNS_OF_A_PAGE = 200;
export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", xlsx: XLSX_TYPE };
type Format = keyof typeof CONTENT_TYPES;

export interface RunReport {
  selection: RunSelection;
  /** Without its extension. */
  filename: string;
  format: Format;
}

/**
 * Streams every ended call of a selection as a file. `requireScope` throws the request's answer when there is nothing
 * to report on.
 */
export const presentRunReport = async (
  context: OperationContext,
  { selection: asked, filename, format }: RunReport,
  requireScope: (tx: OrganizationTransaction) => Promise<void> = async () => {},
) => {
  const { selection, variables, linkDays } = await context.inOrganization(async (tx) => {
    await requireScope(tx);
    const inZone = { ...asked, filters: await readDaysInZone(tx, asked.filters) };
    const { artifact_link_days } = await tx
      .selectFrom("organizations")
      .select("artifact_link_days")
      .executeTakeFirstOrThrow();
    const names = await listGatheredNames(tx, inZone, NOT_EXTRACTED);
    return { selection: inZone, variables: names, linkDays: artifact_link_days };
  });
  return createRawAnswer((response) => {
    response.set({
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": `attachment; filename="${filename}.${format}"`,
      "Cache-Control": "no-store",
    });
    const rows = rowsOf(context, selection, { variables, linkOf: linksFor(context, linkDays) });
    return sendRows(response, rows, format);
  });
};

const linksFor =
  ({ config, tokens, clock }: OperationContext, days: number): LinkOf =>
  (run, type) =>
    run.artifact_types.includes(type)
      ? buildArtifactUrl(readPublicBaseUrl(config), signArtifactToken(tokens, run, { now: clock.now(), days }), type)
      : null;

async function* rowsOf(
  context: OperationContext,
  selection: RunSelection,
  { variables, linkOf }: { variables: string[]; linkOf: LinkOf },
): AsyncGenerator<Cell[]> {
  yield headerOf(variables);
  const pages = readReport(context.database, context.actor.organizationId, { ...selection, pageSize: RUNS_OF_A_PAGE });
  for await (const page of pages) yield* page.map((run) => rowOf(run, variables, linkOf));
}

const sendRows = async (response: Response, rows: AsyncGenerator<Cell[]>, format: Format): Promise<void> => {
  try {
    if (format === "csv") await pipeline(Readable.from(rows), stringify(), response);
    else await pipeline(Readable.from(writeXlsxFile(rows, { sheetName: "Calls" })), response);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  }
};

const isClientGone = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";

/** These are stored with the gathered variables, but the agent does not gather them: they have columns of their own, or none. */
const NOT_EXTRACTED = ["call_tags", "call_disposition", "mapped_call_disposition", "nodes_visited"] as const;

const BEFORE = [
  "Run ID",
  "Campaign ID",
  "Agent ID",
  "Agent Definition ID",
  "Created At",
  "Phone Number",
  "Call Disposition",
  "Call Duration (s)",
];
const AFTER = ["Call Tags", "Transcript URL", "Recording URL", "Outcome", "Attempt"];

const headerOf = (variables: readonly string[]): Cell[] => [
  ...BEFORE,
  ...variables.map((name) => escapeFormula(name)),
  ...AFTER,
];

/** Returns the link to a file of the run; null when there is none. */
type LinkOf = (run: ReportRun, type: ArtifactType) => string | null;

const rowOf = (run: ReportRun, variables: readonly string[], linkOf: LinkOf): Cell[] => [
  run.id,
  run.campaign_id,
  run.agent_id,
  run.agent_version_id,
  run.created_at.toISOString(),
  escapeFormula((run.direction === "inbound" ? run.caller_number : run.called_number) ?? ""),
  escapeFormula(run.disposition ?? run.outcome ?? ""),
  run.duration_seconds,
  ...variables.map((name) => cellOf(run.gathered_context[name])),
  cellOf(run.gathered_context["call_tags"]),
  linkOf(run, "transcript"),
  linkOf(run, "recording"),
  run.outcome,
  run.attempt,
];

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "string") return escapeFormula(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return escapeFormula(value.join(", "));
  return escapeFormula(JSON.stringify(value));
};

const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
/** Telephone numbers and plain numbers may begin with a sign. They compute nothing, and must not be changed. */
const IS_A_NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Makes a text safe for spreadsheet programs: a possible formula gets an apostrophe in front. */
export const escapeFormula = (text: string): string =>
  STARTS_A_FORMULA.test(text) && !IS_A_NUMBER.test(text) ? `'${text}` : text;
