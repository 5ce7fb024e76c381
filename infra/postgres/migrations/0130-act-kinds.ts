import { type Kysely, sql } from "kysely";

/** Every kind of act: two migrations before had each left out what the other one added. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table acts drop constraint acts_kind_check,
      add constraint acts_kind_check check (kind in ('logged_in', 'log_in_failed', 'logged_out', 'password_changed',
        'second_factor_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'downloaded', 'exported', 'secret_read',
        'called_over_mcp', 'changed')) not valid`.execute(db);
};
