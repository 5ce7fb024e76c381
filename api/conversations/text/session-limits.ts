import { sql } from "kysely";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { sessionFull, tooManySessions } from "./text-sessions.errors.ts";

/** Each answer of a session has all of its turns. */
const MOST_TURNS = 500;

/**
 * Throws 429 where the organization has as many open sessions as it may: each has a workflow, and is looked at by
 * maintenance once a minute.
 */
export const requireOpenSessionRoom = async (
  { config: { TEXT_SESSIONS_PER_ORGANIZATION: most } }: Pick<OperationContext, "config">,
  tx: OrganizationTransaction,
): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from call_runs where ended_at is null and state = 'in_progress' and mode = 'textchat' limit ${most}
    ) as found
  `.execute(tx);
  if ((rows[0]?.count ?? 0) >= most) throw tooManySessions(most);
};

/** Throws 409 where the session has as many turns as it may. */
export const requireTurnRoom = async (tx: OrganizationTransaction, runId: number): Promise<void> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from conversation_turns where run_id = ${runId} limit ${MOST_TURNS}
    ) as found
  `.execute(tx);
  if ((rows[0]?.count ?? 0) >= MOST_TURNS) throw sessionFull(MOST_TURNS);
};
