import { type RawBuilder, sql } from "kysely";
import { TEXT_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { STATES_UNDER_WAY } from "../../../domain/campaign/campaign-states.rules.ts";
import { AGENT_STATES, type AgentState, RESTING } from "../../../domain/team/agent-status.ts";
import { IS_CALL, IS_LIVE } from "../call/live-runs.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { selectAnswerable } from "../request/settle-request.ts";

export interface AgentStatus {
  agent_id: number;
  name: string;
  folder_id: number | null;
  state: AgentState;
  /** Its calls or text sessions in progress. */
  run_ids: number[];
  /** Since when the status applies. */
  since: Date;
}

/** The idle time of an agent begins with the latest end among this many last calls. */
const LAST_CALLS = 20;

/** Who is in a state. The states are tried in their order. */
const APPLIES: Readonly<Record<Exclude<AgentState, "idle">, RawBuilder<boolean>>> = {
  on_call: sql`calls.agent_id is not null`,
  waiting_for_you: sql`questions.agent_id is not null`,
  thinking: sql`thoughts.agent_id is not null`,
  paused: sql`pauses.agent_id is not null`,
};
const CASES = sql.join(
  AGENT_STATES.flatMap((state) => (state === "idle" ? [] : [sql`when ${APPLIES[state]} then ${sql.lit(state)}`])),
  sql` `,
);

/**
 * Reads each active agent's status, by name. The first match counts: it has a call, it waits for an answer of people,
 * it writes an answer in a text session, its campaigns are stopped, or none of these.
 */
export const readAgentStatuses = async (tx: OrganizationTransaction): Promise<AgentStatus[]> => {
  const { rows } = await sql<AgentStatus>`
    with calls as (
      select agent_id, json_agg(id order by id) as run_ids, min(coalesce(started_at, created_at)) as since
      from call_runs r where ${IS_LIVE} and ${IS_CALL} group by agent_id
    ), questions as (
      select agent_id, coalesce(json_agg(distinct run_id) filter (where run_id is not null), '[]') as run_ids,
        min(created_at) as since
      from requests where ${selectAnswerable("requests")} and agent_id is not null group by agent_id
    ), thoughts as (
      select r.agent_id, json_agg(r.id order by r.id) as run_ids, min(t.started_at) as since
      from call_runs r
      join conversations c on c.run_id = r.id and c.active_turn is not null
      join conversation_turns t on t.run_id = r.id and t.number = c.active_turn
      where r.ended_at is null and r.state = 'in_progress' and r.mode = ${sql.lit(TEXT_MODE)} group by r.agent_id
    ), pauses as (
      select c.agent_id, max(coalesce(stop.ts, c.created_at)) as since
      from campaigns c
      left join lateral (
        select l.ts from campaign_logs l
        where l.campaign_id = c.id and l.event in ('paused','breaker_tripped','failed') order by l.id desc limit 1
      ) stop on true
      where c.state in (${literals(STATES_UNDER_WAY)})
      group by c.agent_id having not bool_or(c.state = 'running')
    )
    select a.id as agent_id, a.name, a.folder_id,
      case ${CASES} else ${sql.lit(RESTING)} end as state,
      coalesce(calls.run_ids, questions.run_ids, thoughts.run_ids, '[]') as run_ids,
      coalesce(calls.since, questions.since, thoughts.since, pauses.since, (
        select max(last.ended_at) from (
          select r.ended_at from call_runs r where r.agent_id = a.id
          order by r.created_at desc, r.id desc limit ${LAST_CALLS}
        ) last
      ), a.created_at) as since
    from agents a
    left join calls on calls.agent_id = a.id
    left join questions on questions.agent_id = a.id
    left join thoughts on thoughts.agent_id = a.id
    left join pauses on pauses.agent_id = a.id
    where a.status = 'active' and not a.is_hidden
    order by a.name, a.id`.execute(tx);
  return rows;
};
