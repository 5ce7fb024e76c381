import { buildArtifactUrl, signArtifactToken } from "../../application/call/artifact-link.ts";
import type { ArtifactType } from "../../domain/call/artifact.ts";
import { CALL_COLUMNS, NOT_EXTRACTED } from "../../domain/call/call-report.ts";
import { readPublicBaseUrl } from "../../infra/config/config.ts";
import { readDaysInZone } from "../../infra/postgres/call/run-filters.ts";
import { listGatheredNames, type ReportRun, readReport } from "../../infra/postgres/call/run-report.repository.ts";
import type { RunSelection } from "../../infra/postgres/call/run-selection.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { answerWithTable, buildCell, escapeFormula, type TableFormat } from "../http/table-file.ts";
import { presentAnswerer } from "./runs.presenter.ts";

/** Each may have gathered tens of kilobytes. */
const RUNS_OF_A_PAGE = 200;

export interface RunReport {
  selection: RunSelection;
  /** Without its extension. */
  filename: string;
  format: TableFormat;
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
  const rows = rowsOf(context, selection, { variables, linkOf: linksFor(context, linkDays) });
  return answerWithTable({ filename, format, sheetName: "Calls", rows });
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

const headerOf = (variables: readonly string[]): Cell[] => [
  ...CALL_COLUMNS.before,
  ...variables.map((name) => escapeFormula(name)),
  ...CALL_COLUMNS.after,
  ...variables.map((name) => escapeFormula(`${name} (evidence)`)),
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
  ...variables.map((name) => buildCell(run.gathered_context[name])),
  buildCell(run.gathered_context["call_tags"]),
  linkOf(run, "transcript"),
  linkOf(run, "recording"),
  run.outcome,
  run.attempt,
  buildCell(run.contact_name),
  buildCell(run.direction === "inbound" ? run.called_number : run.caller_number),
  buildCell(run.started_at),
  buildCell(run.answered_at),
  buildCell(run.ended_at),
  run.cost_minor,
  run.currency,
  run.version_number,
  presentAnswerer(run.answered_by),
  ...variables.map((name) => buildCell(run.evidence[name]?.text)),
];
