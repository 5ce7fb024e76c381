import { type Kysely, sql } from "kysely";

/** Acts are sent to webhooks that name them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table webhook_deliveries add column act_id bigint`.execute(db);
  await sql.raw(FUNCTIONS).execute(db);
};

const FUNCTIONS = `
-- In the transaction of the act: an act that stands is sent, and one that was rolled back is not.
create function queue_act_webhooks()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into webhook_deliveries (organization_id, endpoint_id, event_type, act_id)
  select new.organization_id, e.id, 'audit.act', new.id
  from webhook_endpoints e
  where e.organization_id = new.organization_id and e.is_active and 'audit.act' = any(e.events);
  return null;
end
$$;
create trigger queue_act_webhooks after insert on acts for each row execute function queue_act_webhooks();
`;
