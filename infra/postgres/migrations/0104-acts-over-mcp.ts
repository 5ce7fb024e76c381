import { type Kysely, sql } from "kysely";
import { addConstraintInSteps } from "./steps.ts";

/** Each call of a tool over MCP is in the audit, with the program's name. */
export const inSteps = true;

const KINDS = [
  "'logged_in', 'log_in_failed', 'logged_out', 'password_changed', 'key_made', 'key_used_from_new_network'",
  "'looked_at_person', 'downloaded', 'exported', 'secret_read', 'called_over_mcp', 'changed'",
].join(", ");

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await addConstraintInSteps(db, { table: "acts", name: "acts_known_kind", rule: `check (kind in (${KINDS}))` });
  await sql`alter table acts drop constraint if exists acts_kind_check`.execute(db);
  await sql`alter table acts rename constraint acts_known_kind to acts_kind_check`.execute(db);
};
