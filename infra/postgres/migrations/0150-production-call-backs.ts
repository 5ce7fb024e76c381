import { type Kysely, sql } from "kysely";

/** A call with a sandbox key reaches the simulator alone: it calls nobody back. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(CALLED_BACK).execute(db);
};

// The function and not its trigger, whose change would lock the table of calls.
const CALLED_BACK = `
create or replace function link_call_back() returns trigger
language plpgsql as $$
begin
  if new.environment = 'sandbox' then
    return null;
  end if;
  update missed_calls set called_back_run_id = new.id, called_back_at = now()
  where organization_id = new.organization_id and caller_number = new.called_number and called_back_run_id is null;
  return null;
end
$$;
`;
