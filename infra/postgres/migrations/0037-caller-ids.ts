import { type Kysely, sql } from "kysely";

/** Lines that an account keeps free for callers, and which of its numbers the people see whom it calls. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table telephony_configurations
    add column inbound_reserve integer not null default 0,
    add column max_concurrent_per_caller_id integer,
    add column caller_id_strategy text not null default 'default',
    add constraint telephony_configurations_inbound_reserve_check
      check (inbound_reserve >= 0 and (inbound_reserve = 0 or inbound_reserve < concurrent_call_limit)),
    add constraint telephony_configurations_max_concurrent_per_caller_id_check check (max_concurrent_per_caller_id > 0),
    add constraint telephony_configurations_caller_id_strategy_check
      check (caller_id_strategy in ('default', 'rotate', 'local_presence'))`.execute(db);
  await sql`alter table campaigns add column caller_id_strategy text
    constraint campaigns_caller_id_strategy_check check (caller_id_strategy in ('default', 'rotate', 'local_presence'))`.execute(
    db,
  );
};
