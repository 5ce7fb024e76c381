import { type Kysely, sql } from "kysely";

/** Webhooks and mail for requests to people. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [WEBHOOKS, MAILS]) await sql.raw(part).execute(db);
};

// Beside the events of the timeline, and for those alone who name them: the timeline tells of requests, too.
const WEBHOOKS = `
alter table webhook_deliveries add column request_id bigint;

create function queue_request_webhooks() returns trigger
language plpgsql as $$
declare
  happened text := 'request.' || case tg_op when 'INSERT' then 'opened' else new.state end;
begin
  insert into webhook_deliveries (organization_id, endpoint_id, event_type, timeline_event_id, request_id)
  select new.organization_id, e.id, happened, new.event_id, new.id
  from webhook_endpoints e
  where e.organization_id = new.organization_id and e.is_active and happened = any(e.events);
  return null;
end
$$;
create trigger queue_opened_request after insert on requests for each row execute function queue_request_webhooks();
create trigger queue_settled_request after update of state on requests for each row
  when (old.state = 'open' and new.state <> 'open') execute function queue_request_webhooks();
`;

const MAILS = `
-- the members of its channel are put down for a mail, once
alter table requests add column members_told_at timestamptz;
-- before that they get no other mail about requests
alter table memberships add column next_request_mail_at timestamptz;

-- what the next mail to a member is about; gone when it was sent
create table request_mails (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  request_id bigint not null references requests on delete cascade,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, request_id)
);
create index request_mails_request on request_mails (request_id);
alter table request_mails enable row level security;
create policy tenant on request_mails to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;
