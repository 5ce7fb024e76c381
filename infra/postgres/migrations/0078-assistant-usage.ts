import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** What models counted for replies of the assistant, which belong to no run. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(USAGE).execute(db);
  const on = "thread_replies (organization_id, created_at) where model_usage is not null";
  await createIndexConcurrently(db, { name: "thread_replies_usage", on });
};

const USAGE = `
-- as in call_runs; null: an agent's reply, whose run has it, or none was asked
alter table thread_replies add column if not exists model_usage jsonb;
`;
