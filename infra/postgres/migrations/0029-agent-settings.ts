import { type Kysely, sql } from "kysely";

/**
 * Settings of agents are named and checked from now on. Keys that nothing has ever read go; calls that were recorded because
 * nobody had said otherwise go on being recorded, now by a setting that can be seen.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table organizations add column disclosure_off_reason text;
create index contacts_number_of_organization on contacts (organization_id, phone_number, id desc);
update agent_versions v set configurations =
  jsonb_build_object('call_recording_enabled', true)
  || (select coalesce(jsonb_object_agg(s.key, s.value), '{}') from jsonb_each(v.configurations) s
      where s.key = any(array['max_call_duration','max_user_idle_timeout','text_chat_inactivity_timeout_seconds',
        'language','phrases','voicemail_detection','call_recording_enabled','dictionary','context_compaction_enabled']))
from agents a where a.id = v.agent_id and not a.is_hidden;
`)
    .execute(db);
};
