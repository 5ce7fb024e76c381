import { type Kysely, sql } from "kysely";

/** Requests to models that budgets count from before they are sent: a broken-off one is still counted at its most. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(PENDING).execute(db);
};

const PENDING = `
-- true: not answered yet; the tokens are the most that the request can come to
alter table model_requests add column pending boolean not null default false;
`;
