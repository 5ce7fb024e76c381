import { sql } from "kysely";

/**
 * Tells of a row of `conversations` whether its agent was heard: of its words not everything was cut off, or the person spoke over
 * them; or the agent acted without words, by a transfer or an end of its own.
 */
export const hasBeenHeard = sql<boolean>`(
  exists (
    select from conversation_entries e
    where e.run_id = conversations.run_id and e.speaker = 'agent' and e.discarded_at is null and (
      e.heard is distinct from ''
      or exists (select from conversation_entries p where p.run_id = e.run_id and p.speaker = 'person'))
  ) or exists (
    select from conversation_turns t
    where t.run_id = conversations.run_id and t.outcome->'next'->>'kind' in ('transfer', 'end')
  )
)`;
