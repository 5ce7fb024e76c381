import { sql } from "kysely";
import { computeCarrierBackoffSeconds } from "../../../domain/call/follow-up.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { AwaitedKind } from "./awaited-report.entity.ts";

/** An account whose carrier has to report something; null: the account was deleted. */
export interface ReportingAccount {
  organizationId: number;
  accountId: number | null;
}

/** Lists the accounts of all organizations with reports that are due. */
export const listAccountsWithDueReports = async ({ withoutOrganization }: Database): Promise<ReportingAccount[]> => {
  const { rows } = await sql<{ organization_id: number; telephony_configuration_id: number | null }>`
    select * from platform_accounts_with_due_reports()
  `.execute(withoutOrganization);
  return rows.map((row) => ({ organizationId: row.organization_id, accountId: row.telephony_configuration_id }));
};

/** Notes that the carrier has yet to report something of an ended call; a repetition changes nothing. */
export const awaitReport = async (
  tx: OrganizationTransaction,
  run: { id: number; organization_id: number; telephony_configuration_id: number | null },
  { kind, inSeconds }: { kind: AwaitedKind; inSeconds: number },
): Promise<void> => {
  await tx
    .insertInto("awaited_reports")
    .values({
      run_id: run.id,
      kind,
      organization_id: run.organization_id,
      telephony_configuration_id: run.telephony_configuration_id,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`,
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
};

/** The carrier has reported a recording: calls that wait for theirs are due at once. */
export const hurryRecordings = async (tx: OrganizationTransaction, runIds: readonly number[]): Promise<void> => {
  await tx
    .updateTable("awaited_reports")
    .set({ due_at: sql<Date>`clock_timestamp()` })
    .where("kind", "=", "recording")
    .where("run_id", "in", [...runIds])
    .execute();
};

export interface DueReports extends ReportingAccount {
  kind: AwaitedKind;
}

const dueRows = (tx: OrganizationTransaction, { kind, accountId }: DueReports) =>
  tx
    .selectFrom("awaited_reports")
    .where(sql`coalesce(awaited_reports.telephony_configuration_id, 0)`, "=", accountId ?? 0)
    .where("awaited_reports.kind", "=", kind)
    .where("awaited_reports.due_at", "<=", sql<Date>`clock_timestamp()`);

/** Lists calls whose report is due, those that wait longest first, with how often the carrier was asked in vain. */
export const listDueReports = (tx: OrganizationTransaction, due: DueReports, limit: number) =>
  dueRows(tx, due)
    .innerJoin("call_runs", "call_runs.id", "awaited_reports.run_id")
    .selectAll("call_runs")
    .select("awaited_reports.asked as reports_asked")
    .orderBy("awaited_reports.due_at")
    .limit(limit)
    .execute();

export type RunWithDueReport = Awaited<ReturnType<typeof listDueReports>>[number];

/** Tells whether more of an account's reports are due. */
export const isReportDue = async (tx: OrganizationTransaction, due: DueReports): Promise<boolean> =>
  (await dueRows(tx, due).select("awaited_reports.run_id").limit(1).executeTakeFirst()) !== undefined;

/** The carrier has reported, or never will. */
export const endAwaiting = async (
  tx: OrganizationTransaction,
  kind: AwaitedKind,
  runIds: readonly number[],
): Promise<void> => {
  if (runIds.length === 0) return;
  await tx
    .deleteFrom("awaited_reports")
    .where("kind", "=", kind)
    .where("run_id", "in", [...runIds])
    .execute();
};

/** The carrier has answered without it: asks again after the delay of each call. */
export const askAgainLater = async (
  tx: OrganizationTransaction,
  kind: AwaitedKind,
  delays: readonly { runId: number; inSeconds: number }[],
): Promise<void> => {
  if (delays.length === 0) return;
  await sql`
    update awaited_reports r set asked = r.asked + 1, failures = 0, last_error = null,
      due_at = clock_timestamp() + make_interval(secs => later.in_seconds)
    from unnest(${delays.map(({ runId }) => runId)}::bigint[], ${delays.map(({ inSeconds }) => inSeconds)}::float8[])
      as later (run_id, in_seconds)
    where r.run_id = later.run_id and r.kind = ${kind}
  `.execute(tx);
};

/** The carrier could not be asked: everything that is due from this account waits, longer with every failure. */
export const leaveCarrierAlone = async (
  tx: OrganizationTransaction,
  { kind, organizationId, accountId }: DueReports,
  error: string,
): Promise<number> => {
  const due = { kind, organizationId, accountId };
  const { failures } = await dueRows(tx, due)
    .select(({ fn }) => fn.coalesce(fn.max("awaited_reports.failures"), sql<number>`0`).as("failures"))
    .executeTakeFirstOrThrow();
  const inSeconds = computeCarrierBackoffSeconds(failures + 1);
  await tx
    .updateTable("awaited_reports")
    .set({
      failures: failures + 1,
      last_error: error,
      due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`,
    })
    .where(sql`coalesce(telephony_configuration_id, 0)`, "=", accountId ?? 0)
    .where("kind", "=", kind)
    .where("due_at", "<=", sql<Date>`clock_timestamp()`)
    .execute();
  return inSeconds;
};
