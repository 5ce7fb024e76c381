import { type Kysely, sql } from "kysely";

/**
 * Protects tables that have an `organization_id`: they answer only for the organization that the transaction names
 * (`app.organization_id`), and without one they answer nothing.
 */
export const isolateRows = async (db: Kysely<unknown>, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} enable row level security`.execute(db);
    await sql`
      create policy tenant on ${sql.id(table)} to ringdown_app
        using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
        with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
    `.execute(db);
  }
};
