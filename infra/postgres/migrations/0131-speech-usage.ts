import { type Kysely, sql } from "kysely";

/** What models that speak and hear were asked for, beside the tokens of those that write. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(SPEECH_USAGE).execute(db);
};

const SPEECH_USAGE = `
alter table model_requests
  -- llm, tts or stt
  add column part text not null default 'llm',
  -- of the text that was spoken
  add column characters integer not null default 0,
  -- of what was spoken or heard
  add column sound_ms integer not null default 0;
`;
