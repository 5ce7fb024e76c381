import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/**
 * Lists what the person of a conversation said and pressed since the last answer that came to its end, in order: what belongs to turns that
 * were broken off, have failed, or were lost with their process. A finished turn that no model was asked in, such as that of a silence,
 * answers nothing that was said before it.
 */
export const listUnansweredWords = async (tx: OrganizationTransaction, runId: number): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select e.text from conversation_entries e
      join conversation_turns t on t.run_id = e.run_id and t.number = e.turn
    where e.run_id = ${runId} and e.speaker = 'person' and e.discarded_at is null
      and t.input->>'kind' in ('speech', 'digits')
      and t.number > coalesce((
        select max(number) from conversation_turns
        where run_id = ${runId} and state = 'done' and (input->>'kind' in ('speech', 'digits') or model_ms is not null)
      ), 0)
    order by e.id`.execute(tx);
  return rows.map(({ text }) => text);
};
