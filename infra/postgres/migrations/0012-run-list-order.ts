import { type Kysely, sql } from "kysely";

/**
 * Lists of runs in the order of creation, which is also that of their days, and what people look for in them where
 * it is rare: a page of it must not be looked for among a million others. Conclusions and durations are indexed once they
 * are there, so a run enters those when it ends and not with every change before.
 *
 * The indexes of the organization's own lists say "nulls last" where those of a campaign and an agent do not. There are
 * no nulls, but the orders are two to the planner. Row-level security names the organization in every statement, so its
 * indexes would offer themselves for the lists of a campaign as well, and look cheaper than they are: a year's calls would
 * be read to find those of one old campaign.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(CREATION_ORDER).execute(db);
  await sql.raw(RARE_ONES).execute(db);
};

const CREATION_ORDER = `
drop index call_runs_organization;
drop index call_runs_agent;
drop index call_runs_campaign;
create index call_runs_organization on call_runs (organization_id, created_at desc nulls last, id desc nulls last);
create index call_runs_agent on call_runs (agent_id, created_at desc, id desc);
create index call_runs_campaign on call_runs (campaign_id, created_at desc, id desc) where campaign_id is not null;
`;

const RARE_ONES = `
create index call_runs_organization_conclusion
  on call_runs (organization_id, coalesce(disposition, outcome), created_at desc nulls last, id desc nulls last)
  where coalesce(disposition, outcome) is not null;
create index call_runs_agent_conclusion
  on call_runs (agent_id, coalesce(disposition, outcome), created_at desc, id desc)
  where coalesce(disposition, outcome) is not null;
create index call_runs_campaign_conclusion
  on call_runs (campaign_id, coalesce(disposition, outcome), created_at desc, id desc)
  where campaign_id is not null and coalesce(disposition, outcome) is not null;
create index call_runs_unfinished on call_runs (organization_id, created_at desc, id desc)
  where state in ('queued','dialing','ringing','in_progress');
drop index call_runs_agent_duration;
create index call_runs_organization_duration
  on call_runs (organization_id, duration_seconds desc nulls last, id desc nulls last)
  where duration_seconds is not null;
create index call_runs_agent_duration on call_runs (agent_id, duration_seconds desc, id desc)
  where duration_seconds is not null;
create index call_runs_campaign_duration on call_runs (campaign_id, duration_seconds desc, id desc)
  where campaign_id is not null and duration_seconds is not null;
`;
