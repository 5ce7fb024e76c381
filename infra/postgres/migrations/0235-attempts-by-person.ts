import { type Kysely, sql } from "kysely";

/**
 * Requests to carriers for a number are found by the person who is called, those under way among them: to look for these among all calls of
 * the organization that are under way took the longer the more there were. What was asked of a carrier within the days was not over before.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ATTEMPTS).execute(db);
};

const ATTEMPTS = `
create or replace function attempts_of_number(organization bigint, number text, of_environment text, days integer, answers text[])
returns json
language plpgsql stable set search_path = public, pg_temp as $$
declare
  since timestamptz := now() - days * interval '24 hours';
begin
  return (select json_agg(json_build_object('at', attempt.at, 'answered', attempt.answered) order by attempt.at) from (
    select r.carrier_requested_at as at, coalesce(r.outcome = any(answers), false) as answered from call_runs r
    where r.organization_id = organization and r.person_number = number and r.called_number = number
      and r.environment = of_environment and r.carrier_requested_at > since
      and (r.end_reason is null or r.end_reason not in ('throttled', 'account_unusable'))
    union all
    select removed.at, removed.answered from removed_attempts removed
    where removed.organization_id = organization and removed.called_number = number
      and removed.environment = of_environment and removed.at > since) attempt);
end
$$;
`;
