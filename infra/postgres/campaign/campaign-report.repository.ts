import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { ArtifactType } from "../artifact/call-artifact.entity.ts";

/** The calls that a report is about: those that ended, made within a time. */
export interface ReportScope {
  campaignId: number;
  from?: Date | undefined;
  to?: Date | undefined;
}

export type ReportRun = Awaited<ReturnType<typeof readReportPage>>[number];

/** Names under which runs keep what they gathered, without those in `except`; sorted. */
export const gatheredNames = async (
  tx: OrganizationTransaction,
  scope: ReportScope,
  except: readonly string[],
): Promise<string[]> => {
  const rows = await endedRuns(tx, scope)
    .select(sql<string>`jsonb_object_keys(gathered_context)`.as("name"))
    .distinct()
    .execute();
  return rows
    .map(({ name }) => name)
    .filter((name) => !except.includes(name))
    .sort();
};

/** Every call in scope, oldest first, in pages: each its own short transaction, so a slow reader holds nothing. */
export async function* readReport(
  database: Pick<Database, "inOrganization">,
  organizationId: number,
  scope: ReportScope & { pageSize: number },
): AsyncGenerator<ReportRun[]> {
  let after = BEFORE_ALL;
  for (;;) {
    const page = await database.inOrganization(organizationId, (tx) => readReportPage(tx, { ...scope, after }));
    const last = page.at(-1);
    if (!last) return;
    after = { createdAt: last.created_at_exact, id: last.id };
    yield page;
  }
}

/** The last call of the page before; its instant as the database writes it, which is finer than a Date. */
interface ReportCursor {
  createdAt: string;
  id: number;
}

const BEFORE_ALL: ReportCursor = { createdAt: "-infinity", id: 0 };

const readReportPage = (tx: OrganizationTransaction, scope: ReportScope & { pageSize: number; after: ReportCursor }) =>
  endedRuns(tx, scope)
    .select(["id", "campaign_id", "agent_id", "agent_version_id", "created_at", "called_number", "disposition"])
    .select(["duration_seconds", "gathered_context", "outcome", "attempt"])
    .select(["organization_id", "uuid", "artifact_generation"])
    .select(
      sql<
        ArtifactType[]
      >`array(select distinct a.artifact_type from call_artifacts a where a.run_id = call_runs.id)`.as(
        "artifact_types",
      ),
    )
    .select(sql<string>`created_at::text`.as("created_at_exact"))
    .where(sql<boolean>`(created_at, id) > (${scope.after.createdAt}::timestamptz, ${scope.after.id}::bigint)`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(scope.pageSize)
    .execute();

const endedRuns = (tx: OrganizationTransaction, { campaignId, from, to }: ReportScope) => {
  let runs = tx.selectFrom("call_runs").where("campaign_id", "=", campaignId).where("ended_at", "is not", null);
  if (from !== undefined) runs = runs.where("created_at", ">=", from);
  if (to !== undefined) runs = runs.where("created_at", "<=", to);
  return runs;
};
