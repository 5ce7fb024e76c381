import { type Insertable, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { TemplateHire } from "./template-hire.entity.ts";

export interface HireAddress {
  organizationId: number;
  hireUuid: string;
}

/** Inserts a hire; a repeated uuid returns the existing row. */
export const openHire = async (
  tx: OrganizationTransaction,
  values: Insertable<Tables["template_hires"]> & { uuid: string },
): Promise<{ hire: TemplateHire; isNew: boolean }> => {
  const inserted = await tx
    .insertInto("template_hires")
    .values(values)
    .onConflict((conflict) => conflict.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  return { hire: inserted ?? (await requireHire(tx, values.uuid)), isNew: inserted !== undefined };
};

/** Returns the hire. Throws when there is none, because callers have the uuid from its row. */
export const requireHire = async (tx: OrganizationTransaction, uuid: string): Promise<TemplateHire> => {
  const hire = await tx.selectFrom("template_hires").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  if (!hire) throw new Error(`there is no hire ${uuid}`);
  return hire;
};

/** Finds the hire that made an agent. */
export const findHireOfAgent = (tx: OrganizationTransaction, agentId: number): Promise<TemplateHire | undefined> =>
  tx.selectFrom("template_hires").selectAll().where("agent_id", "=", agentId).executeTakeFirst();

/** Ends a hire, once; returns true to the caller that ended it. */
export const endHire = async (
  tx: OrganizationTransaction,
  uuid: string,
  { error }: { error: string | null },
): Promise<boolean> => {
  const ended = await tx
    .updateTable("template_hires")
    .set({ state: error === null ? "hired" : "failed", error, finished_at: sql<Date>`now()` })
    .where("uuid", "=", uuid)
    .where("state", "=", "running")
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
};

export interface UnfinishedHire extends HireAddress {
  templateId: string;
}

/** Lists hires of all organizations that have been in progress for longer. */
export const listUnfinishedHires = async (
  { withoutOrganization }: Database,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<UnfinishedHire[]> => {
  const { rows } = await sql<{ organization_id: number; uuid: string; template_id: string }>`
    select * from platform_unfinished_hires(make_interval(secs => ${olderThanSeconds}))`.execute(withoutOrganization);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    hireUuid: row.uuid,
    templateId: row.template_id,
  }));
};
