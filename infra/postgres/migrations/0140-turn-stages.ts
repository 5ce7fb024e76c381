import { type Kysely, sql } from "kysely";

/** How long each part of a turn took, as far as somebody measured it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `-- milliseconds; null: nobody has measured it, as where a carrier hears and speaks itself
       alter table conversation_turns
         add column heard_ms integer, add column end_of_turn_ms integer, add column recognized_ms integer,
         add column first_token_ms integer, add column first_words_ms integer, add column sound_ms integer,
         add column response_ms integer, add column spoken_ms integer`,
    )
    .execute(db);
};
