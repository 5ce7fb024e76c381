import { type Insertable, sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { Rehearsal } from "./rehearsal.entity.ts";

export const countUnderWay = async (tx: OrganizationTransaction): Promise<number> => {
  const { count } = await tx
    .selectFrom("rehearsals")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("state", "in", ["running", "paused"])
    .executeTakeFirstOrThrow();
  return count;
};

interface PlannedConversation {
  scenario_id: number;
  scenario: object;
  scenario_digest: string;
  run_number: number;
}

/** Inserts a rehearsal with its conversations; a repeated uuid returns the existing one. */
export const insertRehearsal = async (
  tx: OrganizationTransaction,
  {
    rehearsal,
    conversations,
  }: {
    rehearsal: Insertable<Tables["rehearsals"]> & { uuid: string };
    conversations: readonly PlannedConversation[];
  },
): Promise<{ rehearsal: Rehearsal; isNew: boolean }> => {
  const inserted = await tx
    .insertInto("rehearsals")
    .values(rehearsal)
    .onConflict((conflict) => conflict.column("uuid").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!inserted) {
    const known = tx.selectFrom("rehearsals").selectAll().where("uuid", "=", rehearsal.uuid);
    return { rehearsal: await known.executeTakeFirstOrThrow(), isNew: false };
  }
  await sql`
    insert into rehearsal_conversations
      (organization_id, rehearsal_id, place, scenario_id, scenario, scenario_digest, run_number)
    select ${inserted.organization_id}, ${inserted.id}, c.place, c.scenario_id, c.scenario, c.scenario_digest, c.run_number
    from rows from (
      jsonb_to_recordset(${JSON.stringify(conversations)}::jsonb)
        as (scenario_id bigint, scenario jsonb, scenario_digest text, run_number integer)
    ) with ordinality as c (scenario_id, scenario, scenario_digest, run_number, place)`.execute(tx);
  return { rehearsal: inserted, isNew: true };
};
