import { sql } from "kysely";
import type { ArtifactType } from "../../../domain/call/artifact.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import { selectRuns } from "./run-list.repository.ts";
import type { RunSelection } from "./run-selection.ts";

export type ReportRun = Awaited<ReturnType<typeof readReportPage>>[number];

/** Returns the names of gathered variables, sorted, without those in `except`. */
export const listGatheredNames = async (
  tx: OrganizationTransaction,
  selection: RunSelection,
  except: readonly string[],
): Promise<string[]> => {
  const rows = await endedRuns(tx, selection)
    .select(sql<string>`jsonb_object_keys(call_runs.gathered_context)`.as("name"))
    .distinct()
    .execute();
  return rows
    .map(({ name }) => name)
    .filter((name) => !except.includes(name))
    .sort();
};

/**
 * Yields every call of the selection that ended, oldest first, in pages: each page is one short transaction, so a slow
 * reader holds no lock.
 */
export async function* readReport(
  database: Pick<Database, "inOrganization">,
  organizationId: number,
  selection: RunSelection & { pageSize: number },
): AsyncGenerator<ReportRun[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const page = await database.inOrganization(organizationId, (tx) => readReportPage(tx, { ...selection, after }));
    const last = page.at(-1);
    if (!last) return;
    after = { createdAt: last.created_at_exact, id: last.id };
    yield page;
  }
}

/** The last call of the page before; its instant is the database's text, which is more precise than a Date. */
interface ReportCursor {
  createdAt: string;
  id: number;
}

const BEFORE_ALL: ReportCursor = { createdAt: "-infinity", id: 0 };

const readReportPage = (
  tx: OrganizationTransaction,
  selection: RunSelection & { pageSize: number; after: ReportCursor },
) =>
  endedRuns(tx, selection)
    .select(["call_runs.id", "call_runs.campaign_id", "call_runs.agent_id", "call_runs.agent_version_id"])
    .select(["call_runs.created_at", "call_runs.direction", "call_runs.called_number", "call_runs.caller_number"])
    .select([
      "call_runs.disposition",
      "call_runs.duration_seconds",
      "call_runs.gathered_context",
      "call_runs.evidence",
      "call_runs.outcome",
      "call_runs.answered_by",
    ])
    .select(["call_runs.started_at", "call_runs.answered_at", "call_runs.ended_at"])
    .select(["call_runs.cost_minor", "call_runs.currency", CONTACT_NAME.as("contact_name")])
    .select(VERSION_NUMBER.as("version_number"))
    .select(["call_runs.attempt", "call_runs.organization_id", "call_runs.uuid", "call_runs.artifact_generation"])
    .select(
      sql<
        ArtifactType[]
      >`array(select distinct a.artifact_type from call_artifacts a where a.run_id = call_runs.id)`.as(
        "artifact_types",
      ),
    )
    .select(sql<string>`call_runs.created_at::text`.as("created_at_exact"))
    .where(
      sql<boolean>`(call_runs.created_at, call_runs.id) > (${selection.after.createdAt}::timestamptz, ${selection.after.id}::bigint)`,
    )
    .orderBy("call_runs.created_at")
    .orderBy("call_runs.id")
    .limit(selection.pageSize)
    .execute();

const VERSION_NUMBER = sql<number>`(select v.version_number from agent_versions v where v.id = call_runs.agent_version_id)`;

/** The name at the campaign's start, else the contact's of today. */
const CONTACT_NAME = sql<string | null>`coalesce(
  (select c.name from campaign_contacts c where c.id = call_runs.campaign_contact_id),
  (select c.name from contacts c where c.id = call_runs.contact_id))`;

const endedRuns = (tx: OrganizationTransaction, selection: RunSelection) =>
  selectRuns(tx, selection).where("call_runs.ended_at", "is not", null);
