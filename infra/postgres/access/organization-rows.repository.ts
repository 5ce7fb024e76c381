import { sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";

/** 16 MB of a table. An organization with a hundredth of a larger one is measured to about a quarter. */
const SAMPLED_PAGES = 2_000;

/** Measures the rows of all organizations, where the last measurement is older than this; returns how many it measured. */
export const measureRows = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  { everySeconds, sampledPages = SAMPLED_PAGES }: { everySeconds: number; sampledPages?: number },
): Promise<number> => {
  const { rows } = await sql<{ measured: number }>`
    select platform_measure_rows(make_interval(secs => ${everySeconds}), ${sampledPages}) as measured
  `.execute(withoutOrganization);
  return rows[0]?.measured ?? 0;
};

/** Returns how many bytes the organization's rows held at the last measurement; 0 before the first one. */
export const readRowBytes = async (tx: OrganizationTransaction): Promise<number> => {
  const row = await tx.selectFrom("organization_rows").select("bytes").executeTakeFirst();
  return row?.bytes ?? 0;
};

/** Returns the last measurement; undefined before the first one. */
export const readMeasuredRows = (tx: OrganizationTransaction) =>
  tx.selectFrom("organization_rows").select(["bytes", "measured_at", "measured_tables"]).executeTakeFirst();
