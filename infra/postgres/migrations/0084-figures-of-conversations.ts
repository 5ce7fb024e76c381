import type { Kysely } from "kysely";
import { fillInSteps } from "./steps.ts";

/** Calls from before 0083 get the figures of their conversations, as far as the words are still there. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await fillInSteps(db, {
    table: "call_runs",
    set: `(turns, interruptions, answer_ms, slowest_answer_ms) =
      (select f.turns, f.interruptions, f.answer_ms, f.slowest_answer_ms from conversation_figures(call_runs.id) f)`,
    where: `call_runs.turns is null and exists (select from conversations c
      where c.run_id = call_runs.id and c.concluded_at is not null and c.words_removed_at is null)`,
  });
};
