import { type Kysely, sql } from "kysely";

/**
 * What was decided and told is not rewritten: of these rows nothing can be changed but the columns that an erasure empties. They are
 * removed with their run, their campaign or their person.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

const STATEMENTS = [
  "revoke update on campaign_logs, campaign_steps, carrier_events, consent_changes, unsealed_entries from ringdown_app",
  "grant update (message, details) on campaign_logs to ringdown_app",
  "grant update (call, recording) on carrier_events to ringdown_app",
  "grant update (source, wording) on consent_changes to ringdown_app",
];
