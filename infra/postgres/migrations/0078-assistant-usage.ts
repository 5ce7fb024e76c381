import { type Kysely, sql } from "kysely";

/** What models counted for replies of the assistant, which belong to no run. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(USAGE).execute(db);
};

const USAGE = `
-- as in call_runs; null: an agent's reply, whose run has it, or none was asked
alter table thread_replies add column model_usage jsonb;
create index thread_replies_usage on thread_replies (organization_id, created_at) where model_usage is not null;
`;
