import { type Kysely, sql } from "kysely";

/** Threads with the built-in assistant, which is nobody's agent and has no calls; it proposes actions all the same. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [THREADS, REPLIES, TOOL_CALLS]) await sql.raw(part).execute(db);
};

const THREADS = `
alter table threads drop constraint threads_kind_check;
alter table threads add constraint threads_kind_check check (kind in ('agent','channel','assistant'));
`;

const REPLIES = `
alter table thread_replies alter column agent_id drop not null;
alter table thread_replies alter column run_id drop not null;
-- who asks the assistant: it reaches what they reach
alter table thread_replies add column asker jsonb;
alter table thread_replies add constraint thread_replies_partner_check
  check ((agent_id is not null and run_id is not null) or (agent_id is null and asker is not null));
create index thread_replies_assistant on thread_replies (organization_id, id desc) where agent_id is null;
`;

const TOOL_CALLS = `
alter table tool_calls alter column run_id drop not null;
`;
