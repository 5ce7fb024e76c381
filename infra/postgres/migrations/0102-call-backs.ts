import { type Kysely, sql } from "kysely";

/** People who are called back when an answer comes after their call. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(CALL_BACKS).execute(db);
};

const CALL_BACKS = `
alter table requests drop constraint requests_follow_up_check;
alter table requests add constraint requests_follow_up_check check (follow_up in ('call_back','message','nothing'));
alter table requests add column call_back_run_id bigint;
create index requests_call_back on requests (call_back_run_id) where call_back_run_id is not null;
`;
