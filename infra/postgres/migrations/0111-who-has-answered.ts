import { type Kysely, sql } from "kysely";

/** Who has answered in five words, with the evidence; removed calls count on by it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMNS, SCENARIOS, SUMS]) await sql.raw(part).execute(db);
};

const COLUMNS = `
-- null: nobody has told who answered
alter table call_runs add column answer_evidence jsonb;
`;

const SCENARIOS = `
update scenarios set content = jsonb_set(content, '{answered_by}',
  case content ->> 'answered_by' when 'human' then '"person"'::jsonb else '"voicemail"'::jsonb end)
  where content ->> 'answered_by' in ('human', 'machine');
update rehearsal_conversations set scenario = jsonb_set(scenario, '{answered_by}',
  case scenario ->> 'answered_by' when 'human' then '"person"'::jsonb else '"voicemail"'::jsonb end)
  where scenario ->> 'answered_by' in ('human', 'machine');
`;

const SUMS = `
alter table removed_run_sums add column answered_by text;
drop index removed_run_sums_kind;
create unique index removed_run_sums_kind on removed_run_sums (organization_id, created_quarter, agent_id, agent_version_id, campaign_id,
  environment, direction, channel, outcome, disposition, answered_by, currency, spent_quarter, accepted_quarter) nulls not distinct;
`;
